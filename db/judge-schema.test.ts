import { type EmptyDatabase, openEmptyDatabase } from '@innkeeper/lab/backup/empty-database';
import { makeKeptSchema, markApplied } from '@innkeeper/lab/schemas/kept';
import type { SchemaJudgement } from '@innkeeper/model/installation/schema-judgement';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../lab/database.ts';
import { type OpenDatabase, openDatabase } from './connect.ts';
import { fingerprint } from './fingerprint.ts';
import { judgeSchema, readDigests } from './judge-schema.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/all.gen.ts';
import { DIGESTS } from './migrations/digests.ts';
import { FINGERPRINTS } from './migrations/fingerprints.ts';

let lab: TestDatabase;
beforeEach(async () => {
  lab = await openTestDatabase();
});
afterEach(() => lab.close());

const NAMES = Object.keys(MIGRATIONS);
const LATER = '20991231T2359-to-come';

/** Judges in a transaction in which PostgreSQL refuses every change. */
async function judge(db: OpenDatabase['db'] = lab.db): Promise<SchemaJudgement> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute((trx) => judgeSchema(trx));
}

describe('a database that states its digests', () => {
  it('has all migrations of this code', async () => {
    expect(await judge()).toEqual({ kind: 'same' });
    const stated = (await readDigests(lab.db)) ?? {};
    expect(Object.fromEntries(Object.entries(stated).map(([name, { digest }]) => [name, digest]))).toEqual(DIGESTS);
  });

  it('is newer if it has another migration too, and names the release of it', async () => {
    await markApplied(lab.db, [LATER]);
    expect(await judge()).toEqual({ kind: 'newer', migration: LATER, release: null });
    await sql`insert into schema_digests values (${LATER}, ${'a'.repeat(64)}, '2027.3.0', now())`.execute(lab.db);
    expect(await judge()).toEqual({ kind: 'newer', migration: LATER, release: '2027.3.0' });
  });

  it.each([
    ['another digest', sql`update schema_digests set digest = ${'a'.repeat(64)} where migration = '20261127T0130-fences'`],
    ['no digest', sql`delete from schema_digests where migration = '20261127T0130-fences'`],
    ['no row of a migration between others', sql`delete from kysely_migration where name = '20261127T0130-fences'`],
  ])('is unknown with %s', async (_what, change) => {
    await change.execute(lab.db);
    expect(await judge()).toEqual({ kind: 'unknown', origin: { kind: 'other' } });
  });
});

describe('a database from before the digests, or without any', () => {
  let empty: EmptyDatabase;
  let db: OpenDatabase['db'];
  let close: () => Promise<void>;
  beforeEach(async () => {
    empty = await openEmptyDatabase(lab);
    ({ db, close } = openDatabase({ url: empty.url, max: 1 }));
  });
  afterEach(async () => {
    await close();
    await empty.drop();
  });

  it('is known after each migration of that time', async () => {
    for (const [at, name] of Object.keys(FINGERPRINTS).entries()) {
      await db.transaction().execute(async (trx) => MIGRATIONS[name]?.up(trx));
      await markApplied(db, [name]);
      expect(await judge(db)).toEqual({ kind: 'pending', migrations: NAMES.slice(at + 1) });
    }
  });

  it('of 26 November is migrated to the tables of a new one, unless they were changed', async () => {
    await makeKeptSchema(db, '32945f0e');
    await sql`create index changed on users (language)`.execute(db);
    expect(await judge(db)).toEqual({ kind: 'unknown', origin: { kind: 'other' } });
    await sql`drop index changed`.execute(db);
    expect(await judge(db)).toEqual({ kind: 'pending', migrations: NAMES.slice(1) });
    expect(await migrate(db)).toEqual(NAMES.slice(1));
    expect(await judge(db)).toEqual({ kind: 'same' });
    expect(await fingerprint(db)).toBe(await fingerprint(lab.db));
  });

  it.each(['ce2b3f0f', '0301e9fd', 'fbe57473', '670e0479'] as const)(
    'is refused with the commit %s that made it',
    async (commit) => {
      await makeKeptSchema(db, commit);
      await expect(migrate(db)).rejects.toThrow(new RegExp(`Only commit ${commit} can start it\\..* Nothing was changed\\.$`));
      expect(await judge(db)).toEqual({ kind: 'unknown', origin: { kind: 'commit', commit } });
    },
  );

  it('is pending while it is empty, also after a first start that failed, and unknown with tables of another program', async () => {
    expect(await judge(db)).toEqual({ kind: 'pending', migrations: NAMES });
    await markApplied(db, []);
    expect(await judge(db)).toEqual({ kind: 'pending', migrations: NAMES });
    await sql`create table notes (id integer)`.execute(db);
    expect(await judge(db)).toEqual({ kind: 'unknown', origin: { kind: 'foreign' } });
  });
});
