import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { draftOf } from './bytes.ts';
import { type CopyStoreHarness, copyStoreConformance } from './conformance.ts';
import { LocalStore } from './local.ts';

/** Opens a store in `parent`, whose file system decides whether hard links work there. */
async function openHarness(parent: string): Promise<CopyStoreHarness> {
  const home = await mkdtemp(join(parent, 'innkeeper-store-'));
  const directory = join(home, 'copies');
  const open = () => new LocalStore({ name: 'local', directory });
  return {
    store: open(),
    restart: async () => open(),
    leftovers: () => readdir(directory),
    async corrupt(key) {
      const path = join(directory, key);
      const content = await readFile(path);
      content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
      await chmod(path, 0o600);
      await writeFile(path, content);
    },
    async abandon(key) {
      await mkdir(directory, { recursive: true });
      await writeFile(draftOf(join(directory, key)), 'half');
    },
    close: () => rm(home, { recursive: true }),
  };
}

copyStoreConformance('local, on the same file system', () => openHarness(tmpdir()));
copyStoreConformance('local, on another file system', () => openHarness('/dev/shm'));

it('ignores foreign files in its directory', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-store-'));
  for (const name of ['lost+found', '.hidden', 'READ ME.txt', '.draft-x']) await writeFile(join(home, name), '');
  const store = new LocalStore({ name: 'local', directory: home });
  for await (const key of store.list()) expect.fail(`listed ${key}`);
  expect(await store.unfinished()).toEqual([]);
  await rm(home, { recursive: true });
});

it('hard-links a file on the same file system', async () => {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-store-'));
  const path = join(home, 'in');
  await writeFile(path, 'x');
  const store = new LocalStore({ name: 'node', directory: join(home, 'copies') });
  await store.put('a', { path, bytes: 1, sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881' });
  expect((await stat(join(home, 'copies', 'a'))).ino).toBe((await stat(path)).ino);
  await rm(home, { recursive: true });
});
