import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CopiesSettings, defaultCopies } from '@innkeeper/model/settings/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Copies } from './open.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-copies-'));
});
afterAll(() => rm(home, { recursive: true }));

const s3 = { endpoint: 'http://127.0.0.1:1', bucket: 'b', region: 'r', prefix: '' };
const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
const open = (settings: Partial<CopiesSettings> = {}, secret: typeof credentials | null = null) =>
  new Copies({ directory: home, settings: { ...defaultCopies, ...settings }, credentials: secret });

it('stores snapshots on the node, and new backups where the operator configured', () => {
  expect(open().storeFor('snapshot').name).toBe('node');
  expect(open().storeFor('backup').name).toBe('local');
  const away = open({ target: 's3', s3 }, credentials);
  expect(away.storeFor('snapshot').name).toBe('node');
  expect(away.storeFor('backup').name).toBe('s3');
  // Earlier copies are still found in their own store.
  expect(away.store('local').name).toBe('local');
  expect(open({ s3 }, credentials).store('s3').name).toBe('s3');
});

it('fails clearly when a store or its credentials are no longer configured', () => {
  for (const copies of [open(), open({ target: 's3', s3 })])
    expect(() => copies.store('s3')).toThrow(expect.objectContaining({ kind: 'host', retryable: false }));
});

it('reports free space beyond the reserve', async () => {
  const all = await open({ reserveGb: 0 }).freeBytes('snapshot');
  const less = await open({ reserveGb: 1 }).freeBytes('backup');
  // Other processes also write to the same disk.
  expect(Math.abs(Number(all) - Number(less) - 2 ** 30)).toBeLessThan(2 ** 29);
  expect(await open({ reserveGb: 1_000_000 }).freeBytes('snapshot')).toBe(0n);
  expect(
    await new Copies({ directory: home, settings: defaultCopies, credentials, unbounded: true }).freeBytes('backup'),
  ).toBeNull();
});

it('removes an unfinished copy', async () => {
  const copies = open();
  const path = await copies.scratch('copy-1.qcow2');
  await writeFile(path, 'x');
  await copies.dropScratch('copy-1.qcow2');
  await expect(rm(path)).rejects.toMatchObject({ code: 'ENOENT' });
  await copies.dropScratch('copy-1.qcow2');
});
