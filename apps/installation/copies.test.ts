import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@innkeeper/model/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCopyPlaces } from './copies.ts';
import { type Home, homeAt } from './home.ts';

let home: Home;
beforeAll(async () => {
  home = homeAt(await mkdtemp(join(tmpdir(), 'innkeeper-home-')));
});
afterAll(() => rm(home.path, { recursive: true }));

const SECRET = { INNKEEPER_S3_ACCESS_KEY_ID: 'id', INNKEEPER_S3_SECRET_ACCESS_KEY: 'secret' };
const s3 = { endpoint: 'https://s3.example.com', bucket: 'backups', region: 'eu-central-1' };

async function read(content: unknown, env: NodeJS.ProcessEnv = {}, mode = 0o600) {
  await writeFile(home.copiesFile, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(home.copiesFile, mode);
  return readCopyPlaces(home, env);
}

it('keeps everything in the home while nothing else is said', async () => {
  expect(await readCopyPlaces(home, {})).toEqual({ settings: defaultSettings.copies, credentials: null });
});

it('takes an S3 server with credentials of the environment, or of a file that its owner alone reads', async () => {
  const settings = { target: 's3', directory: null, shared: false, reserveGb: 10, s3: { ...s3, prefix: 'innkeeper/' } };
  expect(await read({ target: 's3', s3 }, SECRET, 0o644)).toEqual({
    settings,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  expect(await read({ target: 's3', s3, credentials })).toEqual({ settings, credentials });
  await expect(read({ target: 's3', s3, credentials }, {}, 0o640)).rejects.toThrow(/chmod 600/);
});

it.each([
  ['{', /it is not JSON/],
  [{ target: 'tape' }, /target/],
  [{ target: 's3' }, /s3: is missing/],
  [{ target: 's3', s3 }, /SECRET_ACCESS_KEY are missing/],
  [{ s3: { ...s3, endpoint: 'ftp://x' } }, /s3.endpoint/],
  [{ directory: 'backups' }, /directory: must be an absolute path/],
  [{ reserve: 1 }, /reserve/],
])('refuses %j', async (content, sentence) => {
  await expect(read(content)).rejects.toThrow(sentence);
});
