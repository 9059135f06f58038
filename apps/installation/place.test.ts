import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { placeWhereOthersPass } from './place.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-place-')));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));
const shared = join(root, 'shared');

test('a home under a closed directory becomes a link to where others pass, also after that place was removed', async () => {
  mkdirSync(join(root, 'closed/checkout'), { recursive: true });
  chmodSync(join(root, 'closed'), 0o700);
  const home = join(root, 'closed/checkout/.innkeeper');
  await placeWhereOthersPass(home, shared);
  expect(dirname(realpathSync(home))).toBe(shared);
  rmSync(shared, { recursive: true });
  await placeWhereOthersPass(home, shared);
  expect(dirname(realpathSync(home))).toBe(shared);
});

test('a home that others reach, and one that exists, stay where they are', async () => {
  const open = join(root, 'open/.innkeeper');
  await placeWhereOthersPass(open, shared);
  expect(existsSync(open)).toBe(false);
  const kept = join(root, 'closed/kept');
  mkdirSync(kept, { recursive: true });
  await placeWhereOthersPass(kept, shared);
  expect(lstatSync(kept).isDirectory()).toBe(true);
});
