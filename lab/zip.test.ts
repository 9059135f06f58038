import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ArchiveEntry, zipOf } from '@innkeeper/domain/archives/zip';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';

const NOW = new Date('2027-01-31T12:00:00Z');
const entry = (name: string, text: string): ArchiveEntry => ({
  name,
  compress: true,
  open: async () => Readable.from([text], { objectMode: false }),
});

test('requests entries one after the other, each after the previous one was read', async () => {
  const log: string[] = [];
  async function* entries() {
    for (const name of ['a', 'b/c', 'd']) {
      log.push(`ask ${name}`);
      yield {
        ...entry(name, name.repeat(3)),
        open: async () => {
          log.push(`open ${name}`);
          return Readable.from([name.repeat(3)], { objectMode: false });
        },
      };
    }
  }
  const files = unzipSync(await buffer(zipOf(entries(), NOW)));
  expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({
    a: 'aaa',
    'b/c': 'b/cb/cb/c',
    d: 'ddd',
  });
  expect(log).toEqual(['ask a', 'open a', 'ask b/c', 'open b/c', 'ask d', 'open d']);
});

test('creates a valid archive without entries', async () => {
  async function* none() {}
  expect(unzipSync(await buffer(zipOf(none(), NOW)))).toEqual({});
});

test('an error at any point aborts the archive', async () => {
  const broken = new PassThrough();
  const failing = [
    async function* () {
      yield entry('a', 'a');
      throw new Error('no more');
    },
    async function* () {
      yield { ...entry('a', 'a'), open: () => Promise.reject(new Error('no more')) };
    },
    async function* () {
      yield { ...entry('a', 'a'), open: async () => broken };
    },
  ];
  setImmediate(() => broken.destroy(new Error('no more')));
  for (const entries of failing) await expect(buffer(zipOf(entries(), NOW))).rejects.toThrow('no more');
});

test('stopping the reader closes the current entry, and requests no more', async () => {
  const content = new PassThrough();
  let asked = 0;
  async function* entries() {
    for (;;) {
      asked += 1;
      yield { ...entry(`${asked}`, ''), open: async () => content };
    }
  }
  const out = zipOf(entries(), NOW);
  out.once('data', () => out.destroy());
  content.write('some');
  await new Promise((resolve) => content.once('close', resolve));
  expect(asked).toBe(1);
});
