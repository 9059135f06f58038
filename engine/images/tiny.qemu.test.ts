import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTiny, findTiny, type TinyImage } from './tiny.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
/** Directory in which other tests have built the image. */
const directory = join(projectRoot, 'build', 'images', 'tiny');

let changed: string;
let first: TinyImage;
beforeAll(async () => {
  changed = await mkdtemp(join(tmpdir(), 'innkeeper-tiny-'));
  await cp(join(projectRoot, 'dev', 'images'), join(changed, 'dev', 'images'), { recursive: true });
  first = await buildTiny({ directory, projectRoot });
});
afterAll(() => rm(changed, { recursive: true, force: true }));

test('is found and not built twice', async () => {
  expect(await findTiny({ directory, projectRoot })).toEqual(first);
  expect(await buildTiny({ directory, projectRoot })).toEqual(first);
});

test('is not found for a changed recipe', async () => {
  await writeFile(join(changed, 'dev', 'images', 'tiny', 'rootfs', 'etc', 'motd'), 'another one\n');
  expect(await findTiny({ directory, projectRoot: changed })).toBeNull();
});
