import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImageFiles } from './files.ts';
import type { ImageFile } from './port.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-image-files-'));
  await mkdir(join(home, 'images'));
  await writeFile(join(home, 'images', 'mine'), 'mine');
});
afterEach(() => rm(home, { recursive: true }));

const sha256 = createHash('sha256').update('mine').digest('hex');
const image = (fields: Partial<ImageFile> = {}): ImageFile => ({ key: 'mine', path: 'images/mine', format: 'raw', ...fields });
const locate = (files: ImageFiles, fields?: Partial<ImageFile>) => files.locate({ from: 'image', image: image(fields) });

test('finds a file below its own directory, where another home had it, and elsewhere', async () => {
  const files = new ImageFiles({ home });
  const path = join(home, 'images', 'mine');
  expect(await files.find('images/mine')).toEqual({ path, stored: 'images/mine', bytes: 4 });
  expect(await files.find('/old/engine/images/mine')).toEqual({ path, stored: 'images/mine', bytes: 4 });
  expect(await files.find(path)).toEqual({ path, stored: path, bytes: 4 });
  expect(files.storedPath(path)).toBe('images/mine');
  expect(await locate(files)).toEqual({ from: 'image', image: image({ path }) });
});

test('a directory, a broken link and a device are no files of images', async () => {
  const files = new ImageFiles({ home });
  await symlink(join(home, 'nowhere'), join(home, 'images', 'broken'));
  for (const path of ['images', 'images/broken', '/dev/null', 'images/mine/inside']) expect(await files.find(path)).toBeNull();
});

test('a disk of an image whose file is missing fails at once, so that its order is refunded', async () => {
  await expect(locate(new ImageFiles({ home }), { path: 'images/gone' })).rejects.toMatchObject({
    kind: 'image',
    retryable: false,
  });
});

test('only a further node compares the digest, again after each change of the file', async () => {
  const [first, further] = [new ImageFiles({ home }), new ImageFiles({ home, verifies: true })];
  const other = 'ab'.repeat(32);
  await expect(locate(first, { sha256: other })).resolves.toBeDefined();
  await expect(locate(further, { sha256: null })).resolves.toBeDefined();
  await expect(locate(further, { sha256 })).resolves.toBeDefined();
  await expect(locate(further, { sha256: other })).rejects.toMatchObject({ kind: 'image', retryable: false });
  await writeFile(join(home, 'images', 'mine'), 'else');
  await expect(locate(further, { sha256 })).rejects.toThrow(`instead of ${sha256}`);
});

test('measures size and digest, also under an odd name, and can be stopped', async () => {
  const files = new ImageFiles({ home });
  await writeFile(join(home, 'images', 'an\\odd\nname'), 'mine');
  expect(await files.measure('images/an\\odd\nname')).toEqual({ bytes: 4n, sha256 });
  expect(await files.measure('images/gone')).toBeNull();
  await expect(files.measure('images/mine', AbortSignal.abort())).rejects.toThrow('aborted');
});
