/** A database with what the benchmarks ask for: one account with 10 000 servers, fifty images, a token. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '@innkeeper/db/connect';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { migrate } from '@innkeeper/db/migrate';
import type { Database } from '@innkeeper/db/schema';
import { addPool, DEFAULT_POOL } from '@innkeeper/db/seed/add-pool';
import { seedCatalogue } from '@innkeeper/db/seed/catalogue';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { compactListCounts } from '@innkeeper/db/tables/list-counts/compact';
import type { ImageFile } from '@innkeeper/engine/compute/port';
import { givenAccount, givenNode, givenSshKey } from '@innkeeper/lab/given';
import { type Kysely, sql } from 'kysely';

export const SERVERS = 10_000;
export const IMAGES = 50;
/** A server shows the hostnames of all that share its key, so how many do is part of the question. */
export const SERVERS_PER_KEY = 20;

export interface Fixture {
  databaseUrl: string;
  db: Kysely<Database>;
  /** Of the account with all the servers. */
  token: string;
  aServerId: number;
  close(): Promise<void>;
}

export async function openFixture(): Promise<Fixture> {
  const { db, databaseUrl, close } = await openEmpty();
  await db.transaction().execute(async (trx) => {
    await seedCatalogue(trx);
    for (let i = 1; i <= IMAGES; i++) {
      const image = {
        key: `tiny-${i}`,
        name: `Tiny Linux ${i}`,
        group: 'tiny',
        path: '/nowhere/tiny.qcow2',
        format: 'qcow2' as const,
      };
      await registerImage(trx, { ...image, ssh_keys_support: true });
    }
    await addPool(trx, { name: 'default', cidr: '10.64.0.0/16', gateway: '10.64.0.1' });
  });
  const nodeId = await givenNode(db, { vcpus: 1_000_000, memoryMb: 1_000_000_000, diskGb: 1_000_000_000 });
  const { accountId, token } = await givenAccount(db, { funds: 100_000_00n });
  for (let i = 0; i < SERVERS / SERVERS_PER_KEY; i++) await givenSshKey(db, { accountId });
  const aServerId = await addServers(db, { accountId, nodeId });
  await compactListCounts(db);
  await sql`vacuum analyze`.execute(db);
  return { databaseUrl, db, token, aServerId, close };
}

export interface BootFixture {
  databaseUrl: string;
  db: Kysely<Database>;
  token: string;
  imageId: number;
  close(): Promise<void>;
}

/** As small as can be: one image that boots, one pool, one customer. */
export async function openBootFixture(image: ImageFile): Promise<BootFixture> {
  const { db, databaseUrl, close } = await openEmpty();
  const imageId = await db.transaction().execute(async (trx) => {
    await seedCatalogue(trx);
    await addPool(trx, DEFAULT_POOL);
    const { key, path: file, format } = image;
    return registerImage(trx, { key, path: file, format, name: 'Tiny Linux', group: 'tiny', ssh_keys_support: true });
  });
  await givenNode(db);
  const { token } = await givenAccount(db, { funds: 100_00n });
  return { databaseUrl, db, token, imageId, close };
}

/** Durable, as in earnest: a commit waits for the disk. */
async function openEmpty() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-bench-'));
  const server = await startEmbedded({ dataDir: path.join(home, 'postgres') });
  const { db, close } = openDatabase({ url: server.url, max: 4 });
  await migrate(db);
  return {
    db,
    databaseUrl: server.url,
    async close() {
      await close();
      await server.stop();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Each with an address and a key, as deploys would have left them. Returns the id of one in the middle. */
async function addServers(db: Kysely<Database>, given: { accountId: number; nodeId: number }): Promise<number> {
  await sql`
    with sold as (
      insert into services (type, account_id, status, billing_cycle, renew_price, created_at, activated_at, billing_anchor, expiry_at)
      select 'server', ${given.accountId}::int, 'active', 1, p.price,
        now() - n * interval '1 minute', now() - n * interval '1 minute', now() + interval '30 days', now() + interval '30 days'
      from generate_series(1, ${SERVERS}::int) n, plans p
      where p.key = 'nano'
      returning id
    ), made as (
      insert into server_details (id, node_id, plan_id, image_id, hostname, power, vcpus, memory_mb, disk_gb, network_speed_mbps,
        bandwidth_tb, holds_capacity)
      select s.id, ${given.nodeId}::int, p.id, i.id, 'web-' || row_number() over (order by s.id), 'running', p.vcpus, p.memory_mb,
        p.disk_gb, p.network_speed_mbps, p.bandwidth_tb, true
      from sold s, plans p, images i
      where p.key = 'nano' and i.key = 'tiny-1'
      returning id
    ), free as (
      select id, row_number() over (order by id) as n from ip_addresses where account_id is null
    ), given as (
      update ip_addresses a set account_id = ${given.accountId}::int, server_id = m.id, main = true, assigned_at = now()
      from free f join (select id, row_number() over (order by id) as n from made) m using (n)
      where a.id = f.id
    )
    insert into server_ssh_keys (server_id, ssh_key_id)
    select m.id, k.id
    from (select id, row_number() over (order by id) as n from made) m
    join (select id, row_number() over (order by id) as n from ssh_keys) k on k.n = 1 + m.n % ${SERVERS / SERVERS_PER_KEY}::int
  `.execute(db);
  const { id } = await db
    .selectFrom('servers')
    .select('id')
    .orderBy('id')
    .offset(SERVERS / 2)
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
