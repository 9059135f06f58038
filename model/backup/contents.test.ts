import { expect, test } from 'vitest';
import { coverageOf, describedFiles, maxArchiveBytes, neededBytes } from './contents.ts';
import type { BackupManifest } from './manifest.ts';

const sha256 = 'ab'.repeat(32);
const MANIFEST: BackupManifest = {
  ...{ format: 1, release: '1.2.0', codec: 'zstd', taken_at: '2026-11-24T03:15:00.750Z', engine: 'simulated' },
  outside: [{ name: '0', path: '/etc/password' }],
  files: [
    { name: 'home/secret.key', bytes: 33, sha256 },
    { name: 'outside/0', bytes: 5, sha256 },
  ],
  database: {
    ...{ migrations: ['20261121T1500-start'], postgresql: '18.4', sequences: [], invoice_series: {}, beats: {} },
    tables: [{ name: 'accounts', columns: ['id'], rows: 1, bytes: 1000, sha256 }],
    events: { accounts: 1, total: '7', highest: '7' },
    ledger: { entries: 0, sum: '0' },
  },
};
const { files: _, ...OLD } = MANIFEST;

test('describes files of tables, of the home and outside of it', () => {
  expect([...describedFiles(MANIFEST)]).toEqual([
    ['database/accounts.copy', { bytes: 1000, sha256 }],
    ['home/secret.key', { bytes: 33, sha256 }],
    ['outside/0', { bytes: 5, sha256 }],
  ]);
});

test.each([
  ['manifest.json', true, true],
  ['database/accounts.copy', true, true],
  ['database/servers.copy', false, false],
  ['home/secret.key', true, true],
  ['home/innkeeper.toml', false, true],
  ['outside/0', true, true],
  ['outside/1', false, false],
  ['notes', false, false],
])('%s is covered by a manifest: %s, by one of an earlier release: %s', (name, now, earlier) => {
  expect([coverageOf(MANIFEST)(name), coverageOf(OLD)(name)]).toEqual([now, earlier]);
});

test('a restore needs space for the files, and for the database unless another server gets it', () => {
  expect(neededBytes(MANIFEST, 'none')).toBe(1038);
  expect(neededBytes(MANIFEST, 'restore')).toBeGreaterThanOrEqual(1038 + 128_000_000 + 4000);
});

test('a proof needs what was measured and little more, so that it passes on an almost full disk', () => {
  const tables = [{ ...MANIFEST.database.tables[0], bytes: 1_000_000_000 }] as BackupManifest['database']['tables'];
  const needed = neededBytes({ ...MANIFEST, database: { ...MANIFEST.database, tables } }, 'proof');
  const files = 1_000_000_038;
  expect(needed - files).toBeGreaterThanOrEqual(3_077_000_000);
  expect(needed - files).toBeLessThan(1.06 * 3_077_000_000);
});

test('an archive cannot be much larger than its files', () => {
  expect(maxArchiveBytes(MANIFEST, 2000)).toBeGreaterThan(2000 + 1038 + 4 * 1024);
  expect(maxArchiveBytes(MANIFEST, 2000)).toBeLessThan(64_000);
  expect(maxArchiveBytes(OLD, 2000)).toBeNull();
});
