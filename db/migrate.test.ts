import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../lab/database.ts';
import { IncompatibleDatabase } from './incompatible.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { MIGRATIONS } from './migrations/all.gen.ts';

describe('migrate', () => {
  it('creates the whole schema, once despite concurrent starts', async () => {
    const { db, close } = await openTestDatabase();
    try {
      await sql`drop schema public cascade; create schema public`.execute(db);
      const all = await pendingMigrations(db);
      expect(all).toEqual(Object.keys(MIGRATIONS));

      const runs = await Promise.all([migrate(db), migrate(db), migrate(db)]);

      expect(runs.filter((run) => run.length > 0)).toEqual([all]);
      expect(await pendingMigrations(db)).toEqual([]);
      expect(await db.selectFrom('ledger_accounts').select('kind').where('gateway', 'is', null).orderBy('id').execute()).toEqual([
        { kind: 'revenue' },
        { kind: 'credits' },
        { kind: 'affiliate_payable' },
        { kind: 'write_offs' },
      ]);
    } finally {
      await close();
    }
  });

  it.each([
    ['0051-dedicated-cpus', 'made before the first release of Innkeeper'],
    ['20991231T2359-of-another-program', 'contains tables that Innkeeper did not make'],
  ])('reports a database on which only %s has run, and leaves it unchanged', async (name, sentence) => {
    const { db, close } = await openTestDatabase();
    try {
      await sql`drop schema public cascade; create schema public; create table kysely_migration (name text, timestamp text);
        create table servers (id integer); insert into servers values (7)`.execute(db);
      await sql`insert into kysely_migration values (${name}, '')`.execute(db);
      const refused = await migrate(db).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(IncompatibleDatabase);
      expect((refused as Error).message).toContain(sentence);
      expect((refused as Error).message).toMatch(/Nothing was changed\.$/);
      const { rows } = await sql`select relname::text as table from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db);
      expect(rows).toEqual([{ table: 'kysely_migration' }, { table: 'servers' }]);
      expect((await sql`select id from servers`.execute(db)).rows).toEqual([{ id: 7 }]);
    } finally {
      await close();
    }
  });
});
