import { expect, test } from 'vitest';
import { type BackupManifest, judgeMigrations, parseManifest } from './manifest.ts';

const MANIFEST: BackupManifest = {
  ...{ format: 1, release: '1.2.0', codec: 'zstd', taken_at: '2026-11-24T03:15:00.750Z', engine: 'simulated', outside: [] },
  database: {
    migrations: ['20261121T1500-start'],
    postgresql: '18.4',
    tables: [{ name: 'accounts', columns: ['id'], rows: 1, bytes: 30, sha256: 'ab'.repeat(32) }],
    sequences: [{ name: 'accounts_id_seq', last: '7', called: true }],
    invoice_series: { original: 3 },
    events: { accounts: 1, total: '7', highest: '7' },
    ledger: { entries: 0, sum: '0' },
    beats: { api: '2026-11-24T03:14:58.100Z' },
  },
};

test('a manifest can be written and read back', () => {
  expect(parseManifest(JSON.stringify(MANIFEST))).toEqual({ ok: true, manifest: MANIFEST });
});

test('accepts a hidden file outside the home', () => {
  const outside = [{ name: '0', path: '/root/.secret/..key' }];
  expect(parseManifest(JSON.stringify({ ...MANIFEST, outside }))).toMatchObject({ ok: true, manifest: { outside } });
});

test('accepts a list of files, which backups of earlier releases lack', () => {
  const files = [{ name: 'home/attachments/of two\nlines', bytes: 3, sha256: 'ab'.repeat(32) }];
  expect(parseManifest(JSON.stringify({ ...MANIFEST, files }))).toEqual({ ok: true, manifest: { ...MANIFEST, files } });
});

test('a later format is refused with the release that can read it', () => {
  const later = JSON.stringify({ ...MANIFEST, format: 2, release: '3.0.0' });
  expect(parseManifest(later)).toEqual({ ok: false, sentence: expect.stringContaining('Restore it with Innkeeper 3.0.0.') });
});

test.each([
  ['no JSON', 'x', 'damaged'],
  [
    'a table whose name leads elsewhere',
    JSON.stringify(MANIFEST).replace('"accounts"', '"../accounts"'),
    'database.tables.0.name',
  ],
  ...['home/../x', 'home//x', 'home', 'database/x', '/home/x'].map((name) => [
    `a file that is named ${name}`,
    JSON.stringify({ ...MANIFEST, files: [{ name, bytes: 1, sha256: 'ab'.repeat(32) }] }),
    'files.0.name',
  ]),
  ...['/etc/../../cron.d/x', '/..', '/./x', '//x', '/x/', 'x'].map((path) => [
    `a file whose path is ${path}`,
    JSON.stringify({ ...MANIFEST, outside: [{ name: '0', path }] }),
    'outside.0.path',
  ]),
])('refuses %s', (_what, text, sentence) => {
  expect(parseManifest(text)).toEqual({ ok: false, sentence: expect.stringContaining(sentence) });
});

const KNOWN = { '20261121T1500-start': 'a'.repeat(64), '20270101T0000-next': 'b'.repeat(64) };

test('names a migration that this release lacks, and the release that has it', () => {
  const { release, database } = MANIFEST;
  const backup = { release, migrations: [...Object.keys(KNOWN), '20991231T2359-to-come'] };
  expect(judgeMigrations(backup, KNOWN)).toMatch(/Innkeeper 1\.2\.0 .* 20991231T2359-to-come\.$/);
  expect(judgeMigrations({ release, migrations: database.migrations }, KNOWN)).toBeNull();
});

test('names the release of a backup whose migrations have other digests, or a gap', () => {
  const { release } = MANIFEST;
  const migrations = Object.keys(KNOWN);
  expect(judgeMigrations({ release, migrations, digests: KNOWN }, KNOWN)).toBeNull();
  const digests = { ...KNOWN, '20261121T1500-start': 'c'.repeat(64) };
  expect(judgeMigrations({ release, migrations, digests }, KNOWN)).toMatch(/1\.2\.0, .* \(20261121T1500-start\)/);
  expect(judgeMigrations({ release, migrations, digests: {} }, KNOWN)).toMatch(/\(20261121T1500-start\)/);
  expect(judgeMigrations({ release, migrations: migrations.slice(1) }, KNOWN)).toMatch(/\(20270101T0000-next\)/);
});
