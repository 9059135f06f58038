import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findStored, provideStored, type Recipe } from './image-store.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-images-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

let made = 0;
const recipe = (version: string, disk = version): Recipe => ({
  name: 'small',
  outputs: ['disk', 'kernel'],
  version: async () => version,
  async make(_work, draft) {
    made += 1;
    await writeFile(join(draft, 'disk'), disk);
    await writeFile(join(draft, 'kernel'), 'the same');
    return ['a_1.deb'];
  },
});

test('a changed recipe creates another image, and keeps the one in use', async () => {
  const first = await provideStored(recipe('one'), { directory });
  expect(await findStored(recipe('one'), { directory })).toBe(first);
  expect(await provideStored(recipe('one'), { directory })).toBe(first);
  expect(made).toBe(1);
  expect(await findStored(recipe('two'), { directory })).toBeNull();
  const second = await provideStored(recipe('two'), { directory });
  expect(second).not.toBe(first);
  expect(await readFile(join(first, 'disk'), 'utf8')).toBe('one');
  expect(await readFile(join(second, 'disk'), 'utf8')).toBe('two');
  expect(await findStored(recipe('two'), { directory })).toBe(second);
});

test('a changed recipe with identical files keeps the folder, which may be in use', async () => {
  const before = await provideStored(recipe('three', 'alike'), { directory });
  expect(await provideStored(recipe('four', 'alike'), { directory })).toBe(before);
  expect((await readdir(directory)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('rebuilds an image with a missing or truncated file', async () => {
  const folder = await provideStored(recipe('five'), { directory });
  await writeFile(join(folder, 'disk'), '');
  expect(await findStored(recipe('five'), { directory })).toBeNull();
  const again = await provideStored(recipe('five'), { directory, rebuild: true });
  expect(await readFile(join(again, 'disk'), 'utf8')).toBe('five');
});
