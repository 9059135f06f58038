/** Backups that somebody else made, or changed, with nothing but the public key. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DIGESTS } from '@innkeeper/db/migrations/digests';
import { type AgeKeyPair, generateAgeKeyPair } from '@innkeeper/engine/backup/age/keys';
import { packArchive } from '@innkeeper/engine/backup/archive';
import { type AuthenticityRules, signManifest } from '@innkeeper/model/backup/authenticity';
import type { BackupManifest, FileFacts } from '@innkeeper/model/backup/manifest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homeAt } from '../installation/home.ts';
import { newMacKey } from './mac-key.ts';
import { type BackupSource, extractBackup, readManifest } from './read.ts';
import { type RestoreOptions, restoreBackup } from './restore.ts';

const NOW = new Date('2026-11-28T10:00:00Z');
const NAME = 'house-20261124T031500Z.tar.zst.age';
const { key: KEY } = newMacKey(NOW);

let root: string;
let pair: AgeKeyPair;
beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'innkeeper-read-'));
  pair = await generateAgeKeyPair();
});
afterEach(() => rmSync(root, { recursive: true }));

const factsOf = (name: string, content: string): FileFacts => ({
  ...{ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
});

function manifestOf(files: Record<string, string>): BackupManifest {
  return {
    ...{ format: 1, release: '0.1.0', codec: 'zstd', taken_at: '2026-11-24T03:15:00.750Z', engine: 'simulated', outside: [] },
    files: Object.entries(files).map(([name, content]) => factsOf(name, content)),
    database: {
      ...{ migrations: Object.keys(DIGESTS).slice(0, 1), postgresql: '18.4', tables: [], sequences: [], invoice_series: {} },
      events: { accounts: 0, total: '0', highest: '0' },
      ledger: { entries: 0, sum: '0' },
      beats: {},
    },
  };
}

const HOUSE = { 'home/secret.key': 'ab', 'home/attachments/ab/a': 'of a ticket' };

/** Packs files under a manifest, which is signed unless it is a text. */
async function pack(files: Record<string, string>, manifest: BackupManifest | string): Promise<string> {
  const directory = path.join(root, 'packed');
  const text = typeof manifest === 'string' ? manifest : signManifest(JSON.stringify(manifest), KEY);
  const all = { 'manifest.json': text, ...files };
  for (const [name, content] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), content);
  }
  const to = path.join(root, NAME);
  await packArchive({ directory, names: Object.keys(all), recipients: [pair.recipient], to });
  return to;
}

const RULES: AuthenticityRules = { keys: [KEY], acceptsUnsigned: false, acceptsOtherKey: false, since: null };
const sourceOf = (file: string, rules: Partial<AuthenticityRules> = {}): BackupSource => ({
  ...{ path: file, identities: [pair.identity], authenticity: { ...RULES, ...rules } },
});

async function extract(source: BackupSource): Promise<string> {
  const directory = path.join(root, 'out');
  mkdirSync(directory);
  await extractBackup(source, await readManifest(source), directory);
  return directory;
}

test('a genuine backup is extracted', async () => {
  const source = sourceOf(await pack(HOUSE, manifestOf(HOUSE)));
  expect(await readManifest(source)).toMatchObject({ isGenuine: true });
  const out = await extract(source);
  for (const [name, content] of Object.entries(HOUSE)) expect(readFileSync(path.join(out, name), 'utf8')).toBe(content);
});

test.each([
  ['a further file', { ...HOUSE, 'home/innkeeper.toml': 'x' }, 'home/innkeeper.toml, which its manifest does not list'],
  ['a further table', { ...HOUSE, 'database/staff.copy': 'x' }, 'database/staff.copy, which its manifest does not list'],
  ['another content', { ...HOUSE, 'home/secret.key': 'cd' }, 'home/secret.key has other bytes'],
  ['a file less', { 'home/secret.key': 'ab' }, 'home/attachments/ab/a has other bytes'],
  ['much more than it lists', { ...HOUSE, 'home/x': 'x'.repeat(100_000) }, 'more than its manifest lists'],
])('refuses a backup with %s, and keeps none of its files', async (_what, files, sentence) => {
  const source = sourceOf(await pack(files, manifestOf(HOUSE)));
  await expect(extract(source)).rejects.toThrow(sentence);
  expect(existsSync(path.join(root, 'out'))).toBe(false);
});

test('refuses a backup without a code, and one that no key matches; only the first may be trusted', async () => {
  const unsigned = await pack(HOUSE, `${JSON.stringify(manifestOf(HOUSE))}\n`);
  await expect(readManifest(sourceOf(unsigned))).rejects.toThrow('has no authentication code');
  expect(await readManifest(sourceOf(unsigned, { acceptsUnsigned: true }))).toMatchObject({ isGenuine: false });
  expect(await readManifest(sourceOf(unsigned, { since: NOW }))).toMatchObject({ isGenuine: false });
  rmSync(unsigned);
  const signed = await pack(HOUSE, manifestOf(HOUSE));
  await expect(readManifest(sourceOf(signed, { keys: [] }))).rejects.toThrow('cannot be checked without an authentication key');
  const other = { keys: [newMacKey(NOW).key], acceptsUnsigned: true };
  await expect(readManifest(sourceOf(signed, other))).rejects.toThrow('another key');
});

const restore = (file: string, options: Partial<RestoreOptions> = {}) =>
  restoreBackup({
    ...{ ...sourceOf(file), home: homeAt(path.join(root, 'home')), databaseUrl: null, replace: false, now: NOW },
    ...{ report: () => {}, acceptsTime: async () => false, ...options },
  });

test('refuses a backup whose name gives another time, before it writes, unless a person accepts it', async () => {
  const huge = { name: 'accounts', columns: ['id'], rows: 1, bytes: 1e15, sha256: 'ab'.repeat(32) };
  const manifest = { ...manifestOf(HOUSE), taken_at: '2026-10-24T03:15:00.750Z' };
  const file = await pack(HOUSE, { ...manifest, database: { ...manifest.database, tables: [huge] } });
  await expect(restore(file)).rejects.toThrow('add --taken-at 2026-10-24T03:15:00Z');
  const asked: unknown[] = [];
  const acceptsTime: RestoreOptions['acceptsTime'] = async (question) => {
    asked.push(question);
    return true;
  };
  // The next check refuses the restore: no disk holds such a table.
  await expect(restore(file, { acceptsTime })).rejects.toThrow(/needs about \d+ MB on the disk of .*, and \d+ MB are free/);
  expect(asked).toEqual([{ name: NAME, takenAt: new Date('2026-10-24T03:15:00.750Z') }]);
  expect(existsSync(path.join(root, 'home'))).toBe(false);
});

test.each([
  ['a newer release', { '20991231T2359-to-come': 'a'.repeat(64) }, 'made by Innkeeper 2099.12.0 and needs it or a newer one'],
  ['other tables', { '20261121T1500-start': 'a'.repeat(64) }, 'made by Innkeeper 2099.12.0, whose tables differ'],
])('a restore refuses a backup of %s with the release that made it, before it writes', async (_what, added, sentence) => {
  const manifest = manifestOf(HOUSE);
  const digests = { ...DIGESTS, ...added };
  const database = { ...manifest.database, migrations: Object.keys(digests), digests };
  await expect(restore(await pack(HOUSE, { ...manifest, release: '2099.12.0', database }))).rejects.toThrow(sentence);
  expect(existsSync(path.join(root, 'home'))).toBe(false);
});
