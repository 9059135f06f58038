import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImageTrials } from './try-image.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-trial-'));
});
afterEach(() => rm(home, { recursive: true }));

test('a trial without space for its disk starts no guest, and leaves nothing', async () => {
  const system = () => Promise.reject(new Error('it asked for the accelerator'));
  const trials = (free: number) => new ImageTrials({ home, projectRoot: home, system, freeBytes: async () => free });
  const spec = { image: { key: 'mine', path: join(home, 'none.raw'), format: 'raw' as const }, diskGb: 1, memoryMb: 256 };
  const directory = join(home, 'images', 'trials');
  await expect(trials(1.25 * 1024 ** 3 - 1).boot(spec)).rejects.toMatchObject({
    kind: 'disk_full',
    message: `There is no space for a trial boot: 1.25 GiB must be free in ${directory}.`,
  });
  expect(await readdir(directory)).toEqual([]);
  await expect(trials(1.25 * 1024 ** 3).boot(spec)).rejects.not.toMatchObject({ kind: 'disk_full' });
});
