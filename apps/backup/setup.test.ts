/** Setup of backups to a directory and to a bucket, with keys that are created once. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateAgeKeyPair } from '@innkeeper/engine/backup/age/keys';
import { openS3Server, type S3Server } from '@innkeeper/lab/s3/server';
import { backupName } from '@innkeeper/model/backup/names';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfiguration } from '../configuration/load.ts';
import { type Home, makeHome } from '../installation/home.ts';
import { checkMacKey } from './check.ts';
import { provideMacKey, readMacKey } from './mac-key.ts';
import { pruneBackups } from './run.ts';
import { type SetUpOptions, setUpBackups } from './setup.ts';
import { readBackupStatus } from './status.ts';
import { listBackups, openBackupStore } from './store.ts';

let root: string;
let home: Home;
let server: S3Server;
let shown: string[];
let shownMacKeys: string[];
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'innkeeper-setup-'));
  home = await makeHome(path.join(root, 'home'));
  server = await openS3Server();
  shown = [];
  shownMacKeys = [];
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

const NOW = new Date('2026-11-24T10:20:00Z');
const setUp = (options: Partial<SetUpOptions>) =>
  setUpBackups(home, {
    target: { directory: path.join(root, 'store') },
    recipient: null,
    newKey: false,
    now: NOW,
    env: {},
    showKeys: ({ pair, macKey }) => {
      if (pair) shown.push(pair.identity);
      if (macKey) shownMacKeys.push(macKey);
    },
    ...options,
  });
const recipients = async () => (await readFile(path.join(home.backup, 'recipients.txt'), 'utf8')).match(/^age1\S+$/gm) ?? [];
const hostKey = () => readFile(path.join(home.backup, 'verify.key'), 'utf8');
const recipientOfHost = async () => /# public key: (\S+)/.exec(await hostKey())?.[1];

test('shows the secret key once, stores it nowhere, and starts the schedule', async () => {
  await setUp({});
  expect(shown).toEqual([expect.stringMatching(/^AGE-SECRET-KEY-1\S{58}$/)]);
  for (const file of ['recipients.txt', 'verify.key', 'status.json', 'authentication.key']) {
    const at = path.join(home.backup, file);
    expect(await readFile(at, 'utf8')).not.toContain(shown[0]);
    expect((await stat(at)).mode & 0o777).toBe(0o600);
  }
  expect(await readBackupStatus(home)).toMatchObject({ target: path.join(root, 'store'), next_run_at: NOW.toISOString() });
});

test('a second setup keeps both keys, and a new operator key keeps the key of the host', async () => {
  await setUp({});
  const [before, host] = [await recipients(), await hostKey()];
  await setUp({});
  expect([await recipients(), await hostKey(), shown]).toEqual([before, host, [shown[0]]]);
  await setUp({ newKey: true });
  expect(shown).toHaveLength(2);
  const [own, ofHost] = await recipients();
  expect(own).not.toBe(before[0]);
  expect([ofHost, await hostKey()]).toEqual([before[1], host]);
  await setUp({ recipient: before[0] ?? '' });
  expect(await recipients()).toEqual(before);
  expect(shown).toHaveLength(2);
});

test('shows the authentication key once, and again if it was never shown or is replaced', async () => {
  await setUp({});
  await setUp({});
  expect(shownMacKeys).toEqual([(await readMacKey(home))?.key]);
  await setUp({ newKey: true });
  expect(shownMacKeys).toHaveLength(2);
  expect((await readMacKey(home))?.key).toBe(shownMacKeys[1]);
  expect(new Set(shownMacKeys).size).toBe(2);
});

test('a home that was set up before there were authentication keys gets one, and doctor asks until it was shown', async () => {
  await setUp({});
  await rm(path.join(home.backup, 'authentication.key'));
  expect(await checkMacKey(home)).toMatchObject([{ ok: 'warn', remedy: './innkeeper backup key' }]);
  const [one, other] = await Promise.all([provideMacKey(home, NOW), provideMacKey(home, NOW)]);
  expect(one).toEqual(other);
  expect(await checkMacKey(home)).toMatchObject([{ ok: 'warn' }]);
  await setUp({});
  expect(shownMacKeys[1]).toBe(one.key);
  expect(await checkMacKey(home)).toEqual([]);
  expect(await readdir(home.backup)).not.toContainEqual(expect.stringMatching(/authentication\.key\./));
});

test('doctor does not ask before backups are set up', async () => {
  expect(await checkMacKey(home)).toEqual([]);
});

test("a setup on another host keeps the operator's key, and creates a key for this host", async () => {
  await setUp({});
  const before = await recipients();
  await rm(path.join(home.backup, 'verify.key'));
  await setUp({});
  expect(shown).toHaveLength(1);
  expect(await recipients()).toEqual([before[0], await recipientOfHost()]);
});

test('the key of this host replaces that of the host whose backup was restored here', async () => {
  await setUp({});
  const [own, ofHost] = await recipients();
  const other = await generateAgeKeyPair();
  await writeFile(path.join(home.backup, 'recipients.txt'), `${own}\n${other.recipient}\n`);
  await setUp({});
  expect([await recipients(), await recipientOfHost(), shown.length]).toEqual([[own, ofHost], ofHost, 1]);
});

test('a target that cannot be written changes nothing', async () => {
  const file = path.join(root, 'file');
  await writeFile(file, '');
  await expect(setUp({ target: { directory: file } })).rejects.toThrow(/cannot hold backups/);
  await expect(setUp({ target: 's3' })).rejects.toThrow(/backup\.s3\.endpoint is not set/);
  await expect(setUp({ recipient: 'age1short' })).rejects.toThrow(/--recipient/);
  expect([await readBackupStatus(home), shown]).toEqual([null, []]);
  expect((await loadConfiguration(home, {})).values['backup.target']).toBeNull();
});

test('a bucket holds backups below its prefix, can be listed and pruned, and keeps no test object', async () => {
  const { endpoint, bucket, region, credentials } = server;
  const env = {
    INNKEEPER_BACKUP_S3_ENDPOINT: endpoint,
    INNKEEPER_BACKUP_S3_BUCKET: bucket,
    INNKEEPER_BACKUP_S3_REGION: region,
    INNKEEPER_BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    INNKEEPER_BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  expect(await setUp({ target: 's3', env })).toEqual({ location: `s3://${bucket}/house/`, onSameDisk: false });
  expect(server.keys()).toEqual([]);
  const { values } = await loadConfiguration(home, env);
  const store = openBackupStore(home, values) ?? expect.fail('no store');
  const names = [1, 2, 3].map((minute) => backupName(new Date(NOW.getTime() + minute * 60_000)));
  const file = path.join(root, 'a-backup');
  await writeFile(file, '');
  const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  for (const name of names) await store.files.put(name, { path: file, bytes: 0, sha256 });
  expect(server.keys()).toEqual(names.map((name) => `house/${name}`));
  expect((await listBackups(store)).map(({ name, record }) => [name, record])).toEqual(
    names.toReversed().map((name) => [name, null]),
  );
  const url = `${endpoint}/${bucket}/house/${names[0]}`;
  const fetched = path.join(root, 'fetched');
  // Command from the guide.
  const signed = ['--aws-sigv4', `aws:amz:${region}:s3`, '--header', `x-amz-content-sha256: ${sha256}`];
  const curl = promisify(execFile)('curl', ['--fail', ...signed, '--config', '-', '--output', fetched, url]);
  curl.child.stdin?.end(`user = "${credentials.accessKeyId}:${credentials.secretAccessKey}"\n`);
  await curl;
  expect(await readFile(fetched, 'utf8')).toBe('');
  const { removed } = await pruneBackups({ store, values, now: () => new Date(NOW.getTime() + 3_600_000) });
  expect(removed.map(({ name }) => name)).toEqual([names[1], names[0]]);
  expect(server.keys()).toEqual([`house/${names[2]}`]);
});
