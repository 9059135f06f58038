import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAttachmentDirectory } from './directory.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-attachments-'));
});
afterEach(() => rm(directory, { recursive: true }));

const never = new AbortController().signal;
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

test('written files can be read back, each under a unique key that starts with its hash', async () => {
  const files = openAttachmentDirectory(directory);
  const [one, two] = [await files.write(Readable.from(['hel', 'lo']), never), await files.write(Readable.from(['hello']), never)];
  expect(one).toEqual({ key: expect.stringMatching(`^${sha256('hello')}-`), bytes: 5, sha256: sha256('hello') });
  expect(one.key).not.toBe(two.key);
  expect(await text((await files.read(one.key)) as Readable)).toBe('hello');
  expect((await readdir(directory)).sort()).toEqual([one.key, two.key].sort());
  await files.remove([one.key, 'never-there']);
  expect(await files.read(one.key)).toBeUndefined();
  expect(await readFile(path.join(directory, two.key), 'utf8')).toBe('hello');
});

test('accepts an empty file', async () => {
  const files = openAttachmentDirectory(directory);
  expect(await files.write(Readable.from([]), never)).toMatchObject({ bytes: 0, sha256: sha256('') });
});

test('an aborted or failed write leaves nothing', async () => {
  const files = openAttachmentDirectory(directory);
  const abort = new AbortController();
  const unbounded = new PassThrough();
  unbounded.write('begun');
  const writing = files.write(unbounded, abort.signal);
  abort.abort();
  await expect(writing).rejects.toThrow(/abort/i);
  const broken = new PassThrough();
  const failing = files.write(broken, never);
  broken.destroy(new Error('the client is gone'));
  await expect(failing).rejects.toThrow('the client is gone');
  expect(await readdir(directory)).toEqual([]);
});

test('refuses files while the disk has too little space', async () => {
  const files = openAttachmentDirectory(directory, { reserveBytes: Number.MAX_SAFE_INTEGER });
  await expect(files.write(Readable.from(['x']), never)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await readdir(directory)).toEqual([]);
});

test('lists complete files by key, and leftovers of uploads', async () => {
  const files = openAttachmentDirectory(directory);
  const { key } = await files.write(Readable.from(['x']), never);
  await writeFile(path.join(directory, 'ab.draft'), 'half');
  await utimes(path.join(directory, 'ab.draft'), 1, 1);
  const listed = await files.list();
  expect(listed.find((file) => file.key === key)?.modifiedAt.getTime()).toBeGreaterThan(1_000);
  expect(listed.find((file) => file.key === null)).toEqual({ key: null, name: 'ab.draft', modifiedAt: new Date(1_000) });
});

test('an invalid key leads to no file', async () => {
  const files = openAttachmentDirectory(directory);
  await expect(files.read('../../etc/passwd')).rejects.toThrow('no key');
});
