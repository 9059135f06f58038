import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDraft, ownerMark, removeStaleDrafts } from './drafts.ts';
import { claimPart } from './parts.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-drafts-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Returns the mark of a process whose id means another process here, or none: it runs in a container. */
async function containersMark(): Promise<string> {
  const [, boot = '', namespace = ''] = /-([0-9a-f]{4})([0-9a-f]{4})$/.exec(await ownerMark()) ?? [];
  return `1-1-${boot}${namespace === 'ffff' ? 'fffe' : 'ffff'}`;
}

const age = async (path: string, ms: number) => {
  const then = new Date(Date.now() - ms);
  await utimes(path, then, then);
};
const HOUR = 3_600_000;

test('drafts of this process stay, and those of dead processes and earlier boots are removed', async () => {
  const own = await makeDraft(directory);
  await age(own, 48 * HOUR);
  const dead = (await ownerMark()).replace(/^\d+-\d+/, '4194305-1');
  for (const mark of [dead, '1-1-00000000']) await mkdir(join(directory, `.draft-${mark}-abcdef`));
  await removeStaleDrafts(directory);
  expect((await readdir(directory)).map((name) => join(directory, name))).toEqual([own]);
});

test('a draft of a process in a container stays until it was unchanged for a day', async () => {
  const draft = join(directory, `.draft-${await containersMark()}-abcdef`);
  await mkdir(draft);
  await age(draft, 23 * HOUR);
  await removeStaleDrafts(directory);
  expect(await readdir(directory)).toHaveLength(1);
  await age(draft, 25 * HOUR);
  await removeStaleDrafts(directory);
  expect(await readdir(directory)).toEqual([]);
});

test('the part of a process in a container is taken over once it was unchanged for an hour', async () => {
  const part = join(directory, `.part-${await containersMark()}-${'ab'.repeat(8)}`);
  await writeFile(part, 'bytes');
  await expect(claimPart(directory, 'ab'.repeat(32))).rejects.toThrow('another command downloads this image now');
  await age(part, 2 * HOUR);
  expect(await readdir(directory)).toHaveLength(1);
  const own = await claimPart(directory, 'ab'.repeat(32));
  expect((await readdir(directory)).map((name) => join(directory, name))).toEqual([own]);
});
