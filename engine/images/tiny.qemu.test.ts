import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTiny, findTiny, type TinyImage } from './tiny.ts';

const CHECKOUT = join(import.meta.dirname, '..', '..');

let scratch: string;
let directory: string;
let projectRoot: string;
let first: TinyImage;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'innkeeper-tiny-'));
  [directory, projectRoot] = [join(scratch, 'images'), join(scratch, 'checkout')];
  await cp(join(CHECKOUT, 'dev', 'images'), join(projectRoot, 'dev', 'images'), { recursive: true });
  // Reuses an image that other tests have built.
  const shared = join(CHECKOUT, 'build', 'images', 'tiny');
  await buildTiny({ directory: shared, projectRoot: CHECKOUT });
  await cp(shared, directory, { recursive: true });
  first = await buildTiny({ directory, projectRoot });
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

test('is found again, and not built twice', async () => {
  expect(await findTiny({ directory, projectRoot })).toEqual(first);
  expect(await buildTiny({ directory, projectRoot })).toEqual(first);
});

test('is not that of a changed recipe', async () => {
  await writeFile(join(projectRoot, 'dev', 'images', 'tiny', 'rootfs', 'etc', 'motd'), 'another one\n');
  expect(await findTiny({ directory, projectRoot })).toBeNull();
});
