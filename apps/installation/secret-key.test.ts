import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Home, homeAt } from './home.ts';
import { readSecretKey } from './secret-key.ts';

let home: Home;
beforeEach(async () => {
  home = homeAt(await mkdtemp(path.join(tmpdir(), 'innkeeper-key-')));
});
afterEach(() => rm(home.path, { recursive: true }));

test('is created once, for its owner only', async () => {
  const [one, other] = await Promise.all([readSecretKey(home, null), readSecretKey(home, null)]);
  expect(one).toHaveLength(32);
  expect(other).toEqual(one);
  expect(await readSecretKey(home, null)).toEqual(one);
  expect((await stat(home.secretKeyFile)).mode & 0o777).toBe(0o600);
  expect((await readFile(home.secretKeyFile, 'utf8')).trim()).toBe(one.toString('base64'));
});

test('uses the configuration if set, and creates no file then', async () => {
  const key = Buffer.alloc(32, 1);
  expect(await readSecretKey(home, key.toString('base64'))).toEqual(key);
  await expect(stat(home.secretKeyFile)).rejects.toThrow('ENOENT');
});

test('is refused if it is invalid or others can read it', async () => {
  await expect(readSecretKey(home, 'short')).rejects.toThrow('must contain a key of 32 bytes');
  await writeFile(home.secretKeyFile, Buffer.alloc(32, 1).toString('base64'), { mode: 0o600 });
  await chmod(home.secretKeyFile, 0o644);
  await expect(readSecretKey(home, null)).rejects.toThrow(home.secretKeyFile);
});
