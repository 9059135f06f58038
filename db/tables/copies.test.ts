import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenCopy } from '@innkeeper/lab/given-copies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRoom, pageOfCopies, upsertCopyRoom } from './copies.ts';

let database: TestDatabase;
let accountId: number;
let serverId: number;
beforeAll(async () => {
  database = await openTestDatabase();
  accountId = (await givenAccount(database.db)).accountId;
  serverId = await givenServer(database.db, { accountId });
});
afterAll(() => database.close());

describe('a page of copies', () => {
  const list = async (query: { day?: string; timeZone?: string; serverId?: number; size?: number; sort?: 'oldest first' }) => {
    const asked = { timeZone: 'UTC', ...query, accountId, kind: 'snapshot' as const, page: 1, perPage: 50 };
    return (await pageOfCopies(database.db, asked)).rows.map((copy) => copy.name);
  };

  beforeAll(async () => {
    const other = await givenServer(database.db, { accountId });
    const others = await givenServer(database.db, { accountId: (await givenAccount(database.db)).accountId });
    const copy = (name: string, at: string, fields = {}) =>
      givenCopy(database.db, { serverId, name, created_at: new Date(at), ...fields });
    await copy('late', '2026-03-28T23:30:00Z', { size_gb: 25 });
    await copy('early', '2026-03-28T00:10:00Z');
    await copy('next', '2026-03-29T21:59:00Z', { server_id: other });
    await copy('making', '2026-03-28T12:00:00Z', { status: 'creating' });
    await copy('backup', '2026-03-28T12:00:00Z', { kind: 'backup' });
    await givenCopy(database.db, { serverId: others });
  });

  it('has complete copies of the kind and account, newest first', async () => {
    expect(await list({})).toEqual(['next', 'late', 'early']);
    expect(await list({ sort: 'oldest first' })).toEqual(['early', 'late', 'next']);
  });

  it('filters by server and minimum size', async () => {
    expect(await list({ serverId })).toEqual(['late', 'early']);
    expect(await list({ size: 25 })).toEqual(['late']);
    expect(await list({ size: 26 })).toEqual([]);
  });

  it("filters by day in the operator's time zone, which can have 23 hours", async () => {
    expect(await list({ day: '2026-03-28' })).toEqual(['late', 'early']);
    expect(await list({ day: '2026-03-28', timeZone: 'Europe/Vienna' })).toEqual(['early']);
    // Clocks go forward that night, so the day ends at 22:00 UTC.
    expect(await list({ day: '2026-03-29', timeZone: 'Europe/Vienna' })).toEqual(['next', 'late']);
  });
});

it("subtracts what unfinished copies can use from a node's free space, which is unknown without a measurement", async () => {
  const { db } = database;
  const { node_id: nodeId } = await db
    .selectFrom('servers')
    .select('node_id')
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  const seen = { kind: 'backup', nodeId, location: null, now: new Date() } as const;
  const room = (kind: 'snapshot' | 'backup') => db.transaction().execute((trx) => copyRoom(trx, kind, nodeId));
  expect(await room('backup')).toBeNull();
  await upsertCopyRoom(db, { ...seen, target: 's3', freeBytes: null });
  expect(await room('backup')).toBeNull();
  await db.deleteFrom('copies').where('status', '=', 'creating').execute();
  await upsertCopyRoom(db, { ...seen, target: 'local', freeBytes: 30n * 2n ** 30n });
  expect(await room('backup')).toBe(30n * 2n ** 30n);
  await givenCopy(db, { serverId, kind: 'backup', size_gb: 12, status: 'creating' });
  const elsewhere = await givenNode(db, { name: 'elsewhere' });
  await givenCopy(db, { serverId, node_id: elsewhere, kind: 'backup', size_gb: 12, status: 'creating' });
  expect(await room('backup')).toBe(18n * 2n ** 30n);
});
