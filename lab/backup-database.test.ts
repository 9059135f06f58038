/** Tests that the database of an installation is exported and loaded unchanged while 20 other connections write. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyOut, type Snapshot } from '@innkeeper/db/backup/copy-out';
import { loadDatabase, readLoadMark } from '@innkeeper/db/backup/load';
import { openDatabase } from '@innkeeper/db/connect';
import { fingerprint } from '@innkeeper/db/fingerprint';
import { judgeSchema } from '@innkeeper/db/judge-schema';
import { deposit } from '@innkeeper/db/ledger';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { DIGESTS } from '@innkeeper/db/migrations/digests';
import { asRole, OWNER_ROLE } from '@innkeeper/db/roles';
import type { Database } from '@innkeeper/db/schema';
import { judgeMigrations } from '@innkeeper/model/backup/manifest';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmptyDatabase, openEmptyDatabase } from './backup/empty-database.ts';
import { givenFilledDatabase } from './backup/given-filled-database.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { givenAccount } from './given.ts';
import { makeKeptSchema } from './schemas/kept.ts';

let lab: TestDatabase;
let directory: string;
let snapshot: Snapshot;
let target: EmptyDatabase;
let restored: ReturnType<typeof openDatabase>;
/** Entries of the ledger that the writers had written when the copy was complete. */
let written = 0;

beforeAll(async () => {
  lab = await openTestDatabase({ max: 24 });
  directory = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-copy-'));
  expect(await givenFilledDatabase(lab.db)).toEqual([]);
  snapshot = await whileWriting(() => copyOut(asRole(lab.url, OWNER_ROLE), directory));
  target = await openEmptyDatabase(lab);
  await loadDatabase({ url: target.url, directory, manifest: snapshot.manifest, mark: 'this one' });
  restored = openDatabase({ url: target.url, max: 2 });
});
afterAll(async () => {
  await restored.close();
  await target.drop();
  await lab.close();
  rmSync(directory, { recursive: true });
});

/** Runs `work` while 20 writers deposit money, each entry with its postings and balance. */
async function whileWriting<T>(work: () => Promise<T>): Promise<T> {
  const { accountId } = await givenAccount(lab.db);
  let isDone = false;
  const fields = { accountId, amount: 7n, gateway: 'operator', paymentMethod: 'operator', description: 'Given' } as const;
  const writers = Array.from({ length: 20 }, async () => {
    while (!isDone) await lab.db.transaction().execute((trx) => deposit(trx, { ...fields, now: new Date() }));
  });
  const result = await work();
  written = await countEntries(lab.db);
  isDone = true;
  await Promise.all(writers);
  return result;
}

async function countEntries(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ledger_entries`.execute(db);
  return rows[0]?.n ?? 0;
}

describe('a loaded database', () => {
  test('has every table byte for byte as in the snapshot', async () => {
    const again = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-copy-'));
    const { manifest } = await copyOut(target.url, again);
    rmSync(again, { recursive: true });
    // The numbers of transactions are of the old server.
    const withoutEvents = ({ tables }: typeof manifest) => tables.filter(({ name }) => name !== 'events');
    expect(withoutEvents(manifest)).toEqual(withoutEvents(snapshot.manifest));
    expect(manifest.tables.filter(({ rows }) => rows === 0)).toEqual([]);
    for (const fact of ['migrations', 'digests', 'invoice_series', 'events', 'ledger', 'beats'] as const)
      expect(manifest[fact]).toEqual(snapshot.manifest[fact]);
  });

  test('has the same tables, keys and triggers', async () => {
    expect(await fingerprint(restored.db)).toBe(await fingerprint(lab.db));
  });

  test('is of one point in time despite concurrent writes', async () => {
    expect(snapshot.manifest.ledger.entries).toBeLessThan(written);
    expect(snapshot.manifest.ledger.sum).toBe('0');
    const findings = (await verifyLedger(restored.db)).filter((finding) => finding.startsWith('Ledger account'));
    expect(findings).toEqual((await verifyLedger(lab.db)).filter((finding) => finding.startsWith('Ledger account')));
  });

  test('has the same constraints, triggers, indexes and rights', async () => {
    expect(await shapeOf(restored.db)).toEqual(await shapeOf(lab.db));
  });

  test('assigns no id twice', async () => {
    const last = await sql<{ id: number }>`select max(id) as id from ledger_entries`.execute(restored.db);
    const { accountId } = await givenAccount(restored.db, { funds: 1n });
    const entry = await restored.db
      .selectFrom('ledger_entries')
      .select('id')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(entry.id).toBeGreaterThan(last.rows[0]?.id ?? 0);
  });

  test('keeps its events under numbers above any transaction, and publishes new events', async () => {
    const { rows } = await sql<{ old: boolean; n: number }>`
      select xid::text::numeric > 9223372036854775807 as old, count(*)::integer as n from events group by 1`.execute(restored.db);
    const before = snapshot.manifest.tables.find(({ name }) => name === 'events')?.rows;
    expect(rows).toContainEqual({ old: true, n: before });
    await restored.db.updateTable('server_details').set({ hostname: 'told.example' }).execute();
    const notified =
      await sql`select from events where xid::text::numeric < 9223372036854775808 and resource_kind = 'server'`.execute(
        restored.db,
      );
    expect(notified.rows.length).toBeGreaterThan(0);
  });
});

describe('a load', () => {
  test('refuses a database that is not empty, and changes nothing in it', async () => {
    const before = await countEntries(restored.db);
    await expect(loadDatabase({ url: target.url, directory, manifest: snapshot.manifest })).rejects.toThrow('not empty');
    expect(await countEntries(restored.db)).toBe(before);
    expect(await readLoadMark(target.url)).toBe('this one');
  });

  test('that fails leaves the database empty, and a restored database can be exported and loaded again', async () => {
    const again = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-copy-'));
    const { manifest } = await copyOut(target.url, again);
    const other = await openEmptyDatabase(lab);
    const tables = manifest.tables.filter(({ name }) => name !== 'memberships' && name !== 'users');
    await expect(loadDatabase({ url: other.url, directory: again, manifest: { ...manifest, tables } })).rejects.toThrow(
      'violates foreign key constraint',
    );
    await loadDatabase({ url: other.url, directory: again, manifest });
    rmSync(again, { recursive: true });
    await other.drop();
  });
});

/** Reads the definitions of all tables from the catalogue. */
async function shapeOf(db: Kysely<Database>): Promise<unknown[]> {
  const { rows } = await sql<{ line: string }>`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select relname || ' ' || coalesce(relacl::text, '') from pg_class where relnamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}

test('a backup from before the digests is loaded and migrated, and its database then states them', async () => {
  const [old, now] = [await openEmptyDatabase(lab), await openEmptyDatabase(lab)];
  const [before, after] = [openDatabase({ url: old.url, max: 1 }), openDatabase({ url: now.url, max: 1 })];
  const to = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-copy-'));
  try {
    await makeKeptSchema(before.db, '32945f0e');
    const { manifest } = await copyOut(old.url, to);
    expect(manifest.digests).toBeUndefined();
    expect(judgeMigrations({ release: '0.1.0', ...manifest }, DIGESTS)).toBeNull();
    await loadDatabase({ url: now.url, directory: to, manifest });
    expect(await judgeSchema(after.db)).toEqual({ kind: 'same' });
  } finally {
    await Promise.all([before.close(), after.close()]);
    await Promise.all([old.drop(), now.drop()]);
    rmSync(to, { recursive: true });
  }
});
