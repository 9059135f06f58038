import { Migrator, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../lab/database.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { MIGRATIONS } from './migrations/all.ts';

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

  it('keeps what a node offers, now that its cores are counted', async () => {
    const { db, close } = await openTestDatabase();
    try {
      await sql`drop schema public cascade; create schema public`.execute(db);
      const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
      await new Migrator({ db, provider }).migrateTo('0023-interrupted');
      await sql`insert into nodes (name, engine, vcpus_total, memory_mb_total, disk_gb_total, vcpus_used)
        values ('local', 'qemu', 8, 22118, 72, 7)`.execute(db);
      await migrate(db);
      const columns = ['vcpus_total', 'vcpus_overcommit', 'vcpus_offered', 'memory_mb_offered', 'disk_gb_offered'] as const;
      expect(await db.selectFrom('nodes').select(columns).execute()).toEqual([
        { vcpus_total: 2, vcpus_overcommit: '4.00', vcpus_offered: 8, memory_mb_offered: 22118, disk_gb_offered: 72 },
      ]);
    } finally {
      await close();
    }
  });
});
