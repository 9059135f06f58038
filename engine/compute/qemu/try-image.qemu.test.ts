import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '@innkeeper/lab/program';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../host/run.ts';
import { LocalImages } from '../../images/local.ts';
import type { ImageFile } from '../../images/port.ts';
import { READY_SCRIPT } from './boot-hook.ts';
import { ImageTrials } from './try-image.ts';

const projectRoot = process.cwd();
const images = new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot });

let home: string;
let tiny: ImageFile;
let trials: ImageTrials;
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'innkeeper-trial-')));
  tiny = await images.provide('tiny');
  trials = new ImageTrials({ home, projectRoot, system: () => images.system() });
});
afterAll(() => rm(home, { recursive: true, force: true }));

const SIZE = { diskGb: 1, memoryMb: 256 };
const files = () => readdir(join(home, 'images', 'trials'));

/** Lists the command lines of the trials' QEMU. */
async function guests(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes('guest=trial-'));
}

test('the tiny image reports by its agent and lets root in, and leaves nothing', async () => {
  expect(await trials.boot({ image: tiny, ...SIZE })).toEqual({ passed: true, reports: 'agent' });
  expect(await files()).toEqual([]);
  await expect.poll(guests).toEqual([]);
});

/** Returns the tiny image without its agent. It reports by the ready line, like a stock image with cloud-init. */
async function withoutAgent(): Promise<ImageFile> {
  const [disk, part, script] = ['disk.raw', 'part.raw', 'rc'].map((name) => join(home, name)) as [string, string, string];
  await run('qemu-img', ['convert', '-O', 'raw', tiny.path, disk]);
  const { partitiontable } = JSON.parse(await run('sfdisk', ['--json', disk]));
  const { start, size } = partitiontable.partitions[0] as { start: number; size: number };
  const sectors = ['bs=512', 'conv=notrunc,sparse', 'status=none', `count=${size}`];
  await run('dd', [`if=${disk}`, `of=${part}`, `skip=${start}`, ...sectors]);
  const rc = await readFile(join(projectRoot, 'dev', 'images', 'tiny', 'rootfs', 'etc', 'rc'), 'utf8');
  await writeFile(script, rc.replace(/^ {2}qemu-ga .*$/m, '  true').replace(/^echo "tiny guest ready/m, `(${READY_SCRIPT})\n$&`));
  for (const request of ['rm /etc/rc', `write ${script} /etc/rc`, 'sif /etc/rc mode 0100755'])
    await run('debugfs', ['-w', '-R', request, part]);
  await run('dd', [`if=${part}`, `of=${disk}`, `seek=${start}`, 'bs=512', 'conv=notrunc', 'status=none']);
  return { key: 'tiny-line', path: disk, format: 'raw' };
}

test('an image without an agent passes by its ready line', async () => {
  expect(await trials.boot({ image: await withoutAgent(), ...SIZE })).toEqual({ passed: true, reports: 'line' });
});

test('random bytes fail at once, with the end of the console', async () => {
  const path = join(home, 'random.raw');
  await writeFile(path, randomBytes(1 << 20));
  const result = await trials.boot({ image: { key: 'random', path, format: 'raw' }, ...SIZE });
  expect(result).toMatchObject({ passed: false, why: 'has nothing that the BIOS can boot' });
  expect(result.passed === false && result.console.join('\n')).toContain('No bootable device');
});

test('a guest that does not report fails at the time limit', async () => {
  const result = await trials.boot({ image: tiny, ...SIZE }, { limitMs: 1 });
  expect(result).toMatchObject({ passed: false, why: expect.stringContaining('did not report its boot in time') });
});

test('a command that is killed during the trial leaves neither process nor file', async () => {
  const program = `import { ImageTrials } from './engine/compute/qemu/try-image.ts';
    const [home, image, size] = process.argv.slice(2);
    const trials = new ImageTrials({ home, projectRoot: process.cwd(), system: async () => null });
    await trials.boot({ image: JSON.parse(image), ...JSON.parse(size) });`;
  const command: ChildProcess = startProgram(program, projectRoot, [home, JSON.stringify(tiny), JSON.stringify(SIZE)], {
    stdio: 'ignore',
  });
  await expect.poll(guests, { timeout: 60_000 }).not.toEqual([]);
  await expect.poll(files).toEqual([]);
  const gone = once(command, 'exit');
  command.kill('SIGKILL');
  await gone;
  await expect.poll(guests).toEqual([]);
  expect(await files()).toEqual([]);
});
