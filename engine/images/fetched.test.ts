/** Tests images that a further node fetches, with a first host that may send anything. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EngineError } from '../error.ts';
import { FetchedImages } from './fetched.ts';
import { ImageFiles } from './files.ts';
import type { ImageLink, ListedImage } from './port.ts';

const CONTENT = Buffer.from('an image of the first host');
const sha256Of = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const IMAGE: ListedImage = {
  ...{ id: 3, key: 'mine', path: 'images/registered/mine.raw', format: 'raw' },
  ...{ sha256: sha256Of(CONTENT), bytes: BigInt(CONTENT.length) },
};
const never = new AbortController().signal;

let home: string;
let fetched: FetchedImages;
let files: ImageFiles;
/** Reply of the first host. */
let send: ImageLink['open'];
let asked: number[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-fetched-'));
  asked = [];
  send = async () => sending([CONTENT]);
  const link: ImageLink = {
    async open(id, signal) {
      asked.push(id);
      return send(id, signal);
    },
  };
  fetched = new FetchedImages({ home, link });
  files = new ImageFiles({ home, verifies: true, fetched });
});
afterEach(() => rm(home, { recursive: true }));

const sending = (chunks: Buffer[], bytes = CONTENT.length) => ({ bytes, content: Readable.from(chunks) });
const source = { from: 'image', image: IMAGE } as const;
const bring = (fields: Partial<ListedImage> = {}) => files.bring({ ...IMAGE, ...fields }, { signal: never });
const names = () => readdir(join(home, 'images', 'fetched'));
const name = `${sha256Of(IMAGE.path)}.raw`;

test('a file is fetched once, named after the path of its image, and used from then on', async () => {
  expect(await files.lacks(source)).toBe(true);
  await Promise.all([bring(), bring()]);
  expect(await names()).toEqual([name]);
  expect(await files.lacks(source)).toBe(false);
  const path = join(home, 'images', 'fetched', name);
  expect(await files.locate(source)).toEqual({ from: 'image', image: { ...IMAGE, path } });
  expect(await readFile(path)).toEqual(CONTENT);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(asked).toEqual([3]);
});

test('a copied file is used without a fetch, and another one under its name is replaced by a fetch', async () => {
  await mkdir(join(home, 'images', 'registered'), { recursive: true });
  await writeFile(join(home, IMAGE.path), CONTENT);
  await bring();
  expect(asked).toEqual([]);
  await writeFile(join(home, IMAGE.path), 'of another release');
  await bring();
  expect(await files.locate(source)).toMatchObject({ image: { path: fetched.pathOf(IMAGE) } });
});

test.each([
  ['other content', async () => sending([Buffer.alloc(CONTENT.length)]), 'has the SHA-256', false],
  ['another size', async () => sending([CONTENT], 7), 'has 7 bytes instead of 26', false],
  ['half of the file', async () => sending([CONTENT.subarray(0, 9)]), 'came with 9 of 26 bytes', true],
  ['more than it says', async () => sending([CONTENT, CONTENT]), 'came with 52 of 26 bytes', true],
  ['a broken connection', async () => ({ bytes: CONTENT.length, content: broken() }), 'was cut off after 9 of 26 bytes', true],
  ['nothing', () => Promise.reject(new EngineError('network', 'the first host is away')), 'is away', true],
])('%s leaves no file', async (_case, act, message, retryable) => {
  send = act;
  await expect(bring()).rejects.toMatchObject({ message: expect.stringContaining(message), retryable });
  expect(await names()).toEqual([]);
  send = async () => sending([CONTENT]);
  await bring();
  expect(await names()).toEqual([name]);
});

function broken(): Readable {
  return Readable.from(
    (function* () {
      yield CONTENT.subarray(0, 9);
      throw new Error('reset');
    })(),
  );
}

test('a fetch that must stop leaves no file', async () => {
  const stopping = new AbortController();
  send = async () => {
    stopping.abort();
    return sending([CONTENT]);
  };
  await expect(files.bring(IMAGE, { signal: stopping.signal })).rejects.toThrow('aborted');
  expect(await names()).toEqual([]);
});

test('an image that cannot be inspected, or was not measured, gets no file', async () => {
  const link: ImageLink = { open: async () => sending([CONTENT]) };
  const inspect = () => Promise.reject(new EngineError('image', 'the image mine refers to another file', { retryable: false }));
  const strict = new FetchedImages({ home, link, inspect });
  await expect(strict.fetch(IMAGE, { signal: never })).rejects.toThrow('refers to another file');
  expect(await names()).toEqual([]);
  await expect(bring({ sha256: null })).rejects.toMatchObject({
    retryable: true,
    message: expect.stringContaining('not measured'),
  });
});

test('a file that would leave less than 1 GiB is not asked for', async () => {
  let free = CONTENT.length + 1024 ** 3 - 1;
  const scarce = new FetchedImages({ home, link: { open: (id, signal) => send(id, signal) }, freeBytes: async () => free });
  send = () => expect.fail('asked');
  const refusal = { kind: 'disk_full', retryable: true, message: expect.stringContaining('no space to fetch the image mine') };
  await expect(scarce.fetch(IMAGE, { signal: never })).rejects.toMatchObject(refusal);
  expect(await names()).toEqual([]);
  free += 1;
  send = async () => sending([CONTENT]);
  await scarce.fetch(IMAGE, { signal: never });
  expect(await names()).toEqual([name]);
});

test('without a link the step fails with a sentence, and may be tried again', async () => {
  const alone = new ImageFiles({ home, verifies: true });
  const words = { retryable: true, message: expect.stringContaining('Set node.listen.') };
  await expect(alone.bring(IMAGE, { signal: never })).rejects.toMatchObject(words);
});

test('files that no row names are removed, but no file that is being fetched', async () => {
  await files.removeUnnamed([]);
  const content = Readable.from(
    (async function* () {
      await files.removeUnnamed([]);
      yield CONTENT;
    })(),
  );
  send = async () => ({ bytes: CONTENT.length, content });
  await bring();
  await writeFile(join(home, 'images', 'fetched', 'gone.raw'), '');
  await files.removeUnnamed([IMAGE]);
  expect(await names()).toEqual([name]);
  await files.removeUnnamed([]);
  expect(await names()).toEqual([]);
});

test('only files in the directories of images are for other nodes', async () => {
  await mkdir(join(home, 'images'), { recursive: true });
  await writeFile(join(home, 'images', 'mine.raw'), CONTENT);
  await writeFile(join(home, 'secret'), 'key');
  expect(await files.findOwn('images/mine.raw')).toMatchObject({ bytes: CONTENT.length });
  for (const path of ['secret', join(home, 'secret'), '/etc/passwd', 'images/../secret'])
    expect(await files.findOwn(path)).toBeNull();
});

test('a directory of images may be a link to another disk, and no file beside it is for other nodes', async () => {
  const disk = await mkdtemp(join(tmpdir(), 'innkeeper-other-disk-'));
  try {
    await mkdir(join(disk, 'images'));
    await symlink(join(disk, 'images'), join(home, 'images'));
    await writeFile(join(home, 'images', 'mine.raw'), CONTENT);
    await writeFile(join(disk, 'secret'), 'key');
    expect(await files.findOwn('images/mine.raw')).toMatchObject({ bytes: CONTENT.length });
    expect(await files.findOwn(join(disk, 'secret'))).toBeNull();
    await symlink(join(disk, 'secret'), join(home, 'images', 'planted.raw'));
    expect(await files.findOwn('images/planted.raw')).toBeNull();
  } finally {
    await rm(disk, { recursive: true });
  }
});
