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

  it('keeps the place of every workflow, now that it is a name', async () => {
    const { db, close } = await openTestDatabase();
    try {
      await sql`drop schema public cascade; create schema public`.execute(db);
      const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
      await new Migrator({ db, provider }).migrateTo('0024-node-settings');
      await sql`insert into workflows (kind, input, state, direction, step, finished_at) values
        ('fresh', '{}', 'queued', 'forward', 0, null), ('first', '{}', 'queued', 'forward', 0, null),
        ('second', '{}', 'running', 'forward', 1, null), ('last', '{}', 'queued', 'forward', 2, null),
        ('ending', '{}', 'queued', 'forward', 2, null), ('back', '{}', 'stuck', 'back', 0, null),
        ('undone-but-for-the-end', '{}', 'stuck', 'back', -1, null), ('over', '{}', 'done', 'forward', 2, now()),
        ('lost', '{}', 'queued', 'forward', 1, null), ('lost-back', '{}', 'stuck', 'back', 1, null)`.execute(db);
      await sql`insert into workflow_steps (workflow_id, step, direction, finished_at)
        select w.id, t.step, t.direction, case when t.finished then now() end from workflows w join (values
          ('first', 'a', 'forward', false),
          ('second', 'a', 'forward', true), ('second', 'b', 'forward', false),
          ('last', 'a', 'forward', true), ('last', 'b', 'forward', true),
          ('ending', 'a', 'forward', true), ('ending', 'b', 'forward', true), ('ending', 'end', 'forward', false),
          ('back', 'a', 'forward', true), ('back', 'b', 'forward', false), ('back', 'b', 'back', true), ('back', 'a', 'back', false),
          ('undone-but-for-the-end', 'a', 'forward', false), ('undone-but-for-the-end', 'a', 'back', true),
          ('over', 'a', 'forward', true), ('over', 'b', 'forward', true)
        ) as t (kind, step, direction, finished) on t.kind = w.kind`.execute(db);
      await migrate(db);
      const rows = await db.selectFrom('workflows').select(['kind', 'step']).orderBy('id').execute();
      expect(rows.map(({ kind, step }) => [kind, step])).toEqual([
        ['fresh', null],
        ['first', 'a'],
        ['second', 'b'],
        ['last', 'end'],
        ['ending', 'end'],
        ['back', 'a'],
        ['undone-but-for-the-end', 'end'],
        ['over', 'end'],
        ['lost', 'step 1 of an earlier release'],
        ['lost-back', 'step 1 of an earlier release'],
      ]);
    } finally {
      await close();
    }
  });
});
