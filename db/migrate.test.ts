import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../lab/database.ts';
import { migrate, pendingMigrations } from './migrate.ts';

describe('migrate', () => {
  it('makes everything from nothing, once, however many start at the same moment', async () => {
    const { db, close } = await openTestDatabase();
    try {
      await sql`drop schema public cascade; create schema public`.execute(db);
      const all = await pendingMigrations(db);
      expect(all.length).toBeGreaterThan(7);

      const runs = await Promise.all([migrate(db), migrate(db), migrate(db)]);

      expect(runs.filter((run) => run.length > 0)).toEqual([all]);
      expect(await pendingMigrations(db)).toEqual([]);
      expect(await db.selectFrom('ledger_accounts').select('kind').orderBy('id').execute()).toEqual([
        { kind: 'funding' },
        { kind: 'revenue' },
        { kind: 'vat_payable' },
      ]);
    } finally {
      await close();
    }
  });
});
