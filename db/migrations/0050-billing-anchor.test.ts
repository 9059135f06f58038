import { Migrator, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../lab/database.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from './all.ts';

test('servers that were sold before have their periods counted from where they began', async () => {
  const { db, close } = await openTestDatabase({ max: 1 });
  try {
    await sql`drop schema public cascade; create schema public`.execute(db);
    const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
    await new Migrator({ db, provider }).migrateTo('0024-node-settings');
    await sql`set timezone = 'Pacific/Auckland'`.execute(db);
    await sql`
      insert into countries (code, name, tax_rate_bp) values ('AT', 'Austria', 2000);
      insert into accounts (email, country_id) values ('a@example.org', 1);
      insert into nodes (name, engine, vcpus_total, memory_mb_total, disk_gb_total) values ('local', 'qemu', 8, 9, 9);
      insert into plans (key, type, name, vcpus, dedicated_cpu, memory_mb, disk_gb, bandwidth_tb, network_speed_mbps, price)
      values ('nano', 'standard', 'Nano', 1, false, 1, 1, 1, 1, 1);
      insert into image_groups (key, name, type) values ('tiny', 'Tiny', 'os');
      insert into images (key, name, group_id, path, format) values ('tiny', 'Tiny', 1, '/tiny', 'qcow2');
      insert into servers (account_id, node_id, plan_id, image_id, hostname, status, power, billing_cycle, renew_price, vcpus,
        memory_mb, disk_gb, network_speed_mbps, bandwidth_tb, activated_at, expiry_at)
      select 1, 1, 1, 1, name, 'active', 'running', 1, 1, 1, 1, 1, 1, 1, began::timestamptz, ended::timestamptz
      from (values ('31st', '2026-01-31T23:30:00Z', '2026-02-28T23:30:00Z'), ('waits', null, null),
        ('by-hand', '2026-01-31T00:00:00Z', '2026-03-10T00:00:00Z')) as given (name, began, ended)`.execute(db);
    await migrate(db);
    const servers = await db.selectFrom('servers').select(['hostname', 'billing_anchor']).orderBy('id').execute();
    expect(servers.map(({ hostname, billing_anchor }) => [hostname, billing_anchor?.toISOString()])).toEqual([
      ['31st', '2026-01-31T23:30:00.000Z'],
      ['waits', undefined],
      ['by-hand', '2026-03-10T00:00:00.000Z'],
    ]);
  } finally {
    await close();
  }
});
