/** A build that is killed half-way leaves no process and no mount, and blocks nothing. The next build removes its draft. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureHost } from '@innkeeper/apps/up/capacity';
import { checkHost } from '@innkeeper/engine/doctor';
import { removeTrees } from '@innkeeper/engine/host/remove';
import { run } from '@innkeeper/engine/host/run';
import { provideStored } from '@innkeeper/engine/images/image-store';
import { startProgram } from '@innkeeper/lab/program';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const projectRoot = process.cwd();

describe.skipIf(process.getuid?.() !== 0)('a build of an image', () => {
  let home = '';
  let builder: ChildProcess | null = null;
  const images = () => join(home, 'images', 'probe');
  const drafts = async () => (await readdir(images())).filter((name) => name.startsWith('.draft-'));
  const mounts = async () => (await readFile('/proc/self/mountinfo', 'utf8')).split('\n').filter((line) => line.includes(home));
  const finding = async () =>
    (await checkHost({ home, projectRoot, engine: 'qemu', minFreeGb: 10 })).find(({ name }) => name === 'image builds');
  /** Lists the command lines that contain the home, except that of the builder. */
  const processes = async () => {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== builder?.pid);
    const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
    return lines.filter((line) => line.includes(home));
  };

  /** Starts a build. Returns once its script runs and has mounted the file systems that a Debian build mounts. */
  const startBuild = async () => {
    const script = join(home, 'build.sh');
    await writeFile(script, BUILD);
    builder = startProgram(BUILDER, projectRoot, [script, images()], { stdio: 'ignore' });
    await expect.poll(() => readdir(home), { timeout: 20_000 }).toContain('ready');
  };

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'innkeeper-build-'));
    await mkdir(join(home, 'machines'));
  });
  afterEach(async () => {
    builder?.kill('SIGKILL');
    for (const line of await mounts()) await run('umount', ['--lazy', '--', line.split(' ')[4] ?? '']);
    // A recursive deletion would enter directories that may still be mounted.
    await removeTrees([home]);
  });

  it('mounts nothing visible to others, ends with its parent process, and is cleaned up by the next build', async () => {
    await startBuild();
    expect(await mounts()).toEqual([]);
    expect(await processes()).not.toEqual([]);
    expect(await finding()).toMatchObject({ ok: true });
    // `up` measures the guests' disk usage during the build.
    expect(await measureHost(join(home, 'machines'))).toMatchObject({ usedByGuestsBytes: 0 });

    const gone = once(builder as ChildProcess, 'exit');
    builder?.kill('SIGKILL');
    await gone;
    await expect.poll(processes).toEqual([]);
    expect(await mounts()).toEqual([]);
    const [draft = ''] = await drafts();
    expect(await finding()).toMatchObject({ ok: 'warn', why: expect.stringContaining(join(images(), draft)) });

    await provideStored(EMPTY, { directory: images() });
    expect(await drafts()).toEqual([]);
    expect(await finding()).toMatchObject({ ok: true });
  });

  it('unmounts leftovers of a build of an earlier version, without deleting the mounted files', async () => {
    const [old, behind] = [join(images(), '.draft-aB3dE6', 'out', 'root'), join(home, 'behind')];
    for (const directory of [join(old, 'proc'), join(old, 'dev'), behind]) await mkdir(directory, { recursive: true });
    await writeFile(join(behind, 'file'), 'of the host');
    await run('mount', ['-t', 'proc', 'proc', join(old, 'proc')]);
    await run('mount', ['--bind', behind, join(old, 'dev')]);
    expect((await finding())?.why).toContain(`(mounted in it: ${join(old, 'proc')}, ${join(old, 'dev')})`);
    await provideStored(EMPTY, { directory: images() });
    expect(await drafts()).toEqual([]);
    expect(await mounts()).toEqual([]);
    expect(await readFile(join(behind, 'file'), 'utf8')).toBe('of the host');
  });
});

const EMPTY = {
  name: 'probe',
  outputs: ['disk'],
  version: async () => '1',
  async make(_work: string, draft: string) {
    await writeFile(join(draft, 'disk'), '');
    return [];
  },
} satisfies Parameters<typeof provideStored>[0];

/** A script that mounts like mmdebstrap. */
const BUILD = `mkdir -p "$1/proc" "$1/dev"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/dev"
setsid bash -c 'sleep 600; true' "$0" &
touch "$(dirname "$0")/ready"
wait
`;

const BUILDER = `import { contained } from './engine/host/contained.ts';
import { run } from './engine/host/run.ts';
import { provideStored } from './engine/images/image-store.ts';
const [script, directory] = process.argv.slice(2);
await provideStored({
  name: 'probe',
  outputs: ['disk'],
  version: async () => '1',
  async make(work) {
    await run(...contained('bash', [script, work]), { timeoutMs: 600_000 });
    return [];
  },
}, { directory });
`;
