/**
 * Tests the command in a fresh checkout, on machines that cannot run Innkeeper. The command must report all problems at once and fetch
 * nothing.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from './installation/home.ts';
import { freePort } from './testing/free-port.ts';

/** Programs that the script uses. The test hides all other programs of this machine from it. */
const TOOLS = ['bash', 'env', 'awk', 'dirname', 'readlink', 'cat', 'sed', 'find', 'mkdir', 'tail'];
const LOADER = '/lib64/ld-linux-x86-64.so.2';
const GIB_KB = 1024 ** 2;

let directory: string;
let port: number;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'innkeeper-requirements-'));
  for (const made of ['bin', 'checkout/apps', 'machine']) mkdirSync(join(directory, made), { recursive: true });
  for (const script of ['innkeeper', 'apps/requirements.sh'])
    copyFileSync(join(projectRoot, script), join(directory, 'checkout', script));
  for (const tool of TOOLS) symlinkSync(findProgram(tool), join(directory, 'bin', tool));
  port = await freePort();
  givenMachine({});
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const findProgram = (name: string): string =>
  ['/usr/bin', '/bin'].map((bin) => join(bin, name)).find(existsSync) ?? expect.fail(`${name} is missing`);

interface Machine {
  system?: string;
  processor?: string;
  memoryKb?: number;
  /** Memory limit in bytes, or `max`, as in `memory.max` of the control group. */
  memoryLimit?: string;
  freeKb?: number;
  user?: number;
  release?: string;
  files?: string[];
  /** Installed programs with their scripts. `node` prints its version. */
  programs?: Record<string, string>;
}

const GOOD: Required<Machine> = {
  system: 'Linux',
  processor: 'x86_64',
  memoryKb: 4 * GIB_KB,
  memoryLimit: 'max',
  freeKb: 50 * GIB_KB,
  user: 0,
  release: 'ID=debian\nVERSION_ID="13"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
  files: [LOADER],
  programs: { node: 'echo v20.19.2', npm: 'echo npm >> npm-calls; exit 1' },
};

/** Sets up a machine that can run Innkeeper, except for `changes`. */
function givenMachine(changes: Machine): void {
  const machine = { ...GOOD, ...changes };
  rmSync(join(directory, 'machine'), { recursive: true });
  put('proc/meminfo', `MemTotal:  ${machine.memoryKb} kB\n`);
  put('sys/fs/cgroup/memory.max', `${machine.memoryLimit}\n`);
  put('etc/os-release', machine.release);
  for (const file of machine.files) put(file, '');
  program('uname', `[ "$1" = -s ] && echo ${machine.system} || echo ${machine.processor}`);
  program('id', `echo ${machine.user}`);
  program('df', `printf 'Filesystem 1024-blocks Used Available Capacity Mounted on\\n/dev/vda 1 1 ${machine.freeKb} 1%% /\\n'`);
  for (const name of ['node', 'npm']) rmSync(join(directory, 'bin', name), { force: true });
  for (const [name, script] of Object.entries(machine.programs)) program(name, script);
}

function put(file: string, text: string): void {
  const path = join(directory, 'machine', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const program = (name: string, script: string): void =>
  writeFileSync(join(directory, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

const checkout = (file: string): string => join(directory, 'checkout', file);

/**
 * Runs the command. Returns the exit code, the error output, and the findings with their commands. `fetched` is true if npm was started.
 */
function start(...args: string[]): Promise<{ code: number; said: string; findings: string[]; fetched: boolean }> {
  const env = { PATH: join(directory, 'bin'), INNKEEPER_TEST_MACHINE: join(directory, 'machine'), INNKEEPER_PORT: String(port) };
  return new Promise((resolve) => {
    execFile(checkout('innkeeper'), args, { env }, (error, _stdout, stderr) => {
      const findings = [...stderr.matchAll(/^ {2}- (.*)\n {6}(.*)$/gm)].map(([, finding, command]) => `${finding} ${command}`);
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, said: stderr, findings, fetched: existsSync(checkout('npm-calls')) });
    });
  });
}

test('a machine that meets all requirements continues with fetching the packages', async () => {
  const { findings, fetched, said } = await start('up');
  expect({ findings, fetched }, said).toEqual({ findings: [], fetched: true });
});

test.each([
  ['Darwin', 'This is macOS'],
  ['MINGW64_NT-10.0', 'This is Windows'],
  ['FreeBSD', 'This is FreeBSD'],
])('refuses %s, and names what can run it instead', async (system, words) => {
  givenMachine({ system });
  rmSync(join(directory, 'bin/readlink'));
  const { code, said, fetched } = await start('up');
  expect({ code, fetched }).toEqual({ code: 2, fetched: false });
  expect(said).toContain(words);
  expect(said).toContain('Debian 12 or 13 (x86_64)');
  expect(said).toContain('docs/guide/container.md');
});

test.each<[string, Machine, string]>([
  ['another processor', { processor: 'riscv64' }, 'Its processor is riscv64.'],
  ['musl', { files: ['/lib/ld-musl-x86_64.so.1'] }, 'It lacks glibc'],
  ['no Node.js', { programs: {} }, 'npm and Node.js are needed to fetch the packages. Install them: apt-get install npm'],
  ['an old Node.js', { programs: { ...GOOD.programs, node: 'echo v18.19.1' } }, 'Node.js v18.19.1 is too old'],
  ['little memory', { memoryKb: GIB_KB }, 'It has 1.1 GB of memory. Innkeeper needs 2 GB. Look: free -h'],
  ['a limit of memory', { memoryLimit: '536870912' }, 'It has 0.5 GB of memory.'],
  ['a full disk', { freeKb: 5 * GIB_KB }, '5.4 GB are free for'],
  ['another user', { user: 1000 }, 'Real guests need QEMU, which only root can install. Be root: sudo ./innkeeper up'],
  [
    'another Linux',
    { release: 'ID=ubuntu\nVERSION_ID="24.04"\nPRETTY_NAME="Ubuntu 24.04 LTS"\n' },
    'Real guests need Debian 12 or newer. This is Ubuntu 24.04 LTS. Go without real guests: ./innkeeper up --engine simulated',
  ],
  ['an old Debian', { release: 'ID=debian\nVERSION_ID="11"\n' }, 'Real guests need Debian 12 or newer.'],
])('refuses %s, and names a command to fix it', async (_name, machine, words) => {
  givenMachine(machine);
  const { code, findings, fetched, said } = await start('up');
  expect({ code, fetched }, said).toEqual({ code: 2, fetched: false });
  expect(findings).toEqual([expect.stringContaining(words)]);
});

test('refuses a port in use, and accepts another one', async () => {
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    expect((await start('up')).findings).toEqual([
      `Another program uses port ${port}. Use another port: ./innkeeper up --port ${port + 1}`,
    ]);
    const other = String(await freePort());
    for (const words of [['--port', other], [`--port=${other}`]])
      expect(await start('up', ...words)).toMatchObject({ findings: [], fetched: true });
  } finally {
    server.close();
  }
});

test('reports all findings together', async () => {
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  givenMachine({ memoryKb: GIB_KB, freeKb: GIB_KB, user: 1000, programs: {} });
  const { code, findings, fetched } = await start('up');
  server.close();
  expect({ code, fetched }).toEqual({ code: 2, fetched: false });
  const subjects = ['npm and Node.js', 'GB of memory', 'GB are free', 'Another program uses port', 'which only root'];
  expect(findings).toEqual(subjects.map((words) => expect.stringContaining(words)));
});

test('without real guests requires neither root, nor Debian, nor 10 GB', async () => {
  givenMachine({ user: 1000, release: 'ID=fedora\n', freeKb: 5 * GIB_KB });
  expect(await start('up', '--engine', 'simulated')).toMatchObject({ findings: [], fetched: true });
});

test('skips the checks for a home that has started before, and reads the requirements from a configuration', async () => {
  const home = join(directory, 'home');
  mkdirSync(home);
  givenMachine({ freeKb: GIB_KB, user: 1000 });
  writeFileSync(join(home, 'innkeeper.toml'), '');
  expect((await start('up', '--home', home)).findings).toEqual([expect.stringContaining('GB are free')]);
  writeFileSync(join(home, 'state.json'), '{}');
  expect(await start('up', `--home=${home}`)).toMatchObject({ findings: [], fetched: true });
});

test('other commands only require what is needed to fetch the packages', async () => {
  givenMachine({ memoryKb: GIB_KB, freeKb: GIB_KB, user: 1000 });
  expect(await start('status')).toMatchObject({ findings: [], fetched: true });
});
