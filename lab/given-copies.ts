/** Fixtures: copies and addons. */
import type { Copy, Database } from '@innkeeper/db/schema';
import { insertAddon } from '@innkeeper/db/tables/addons';
import { insertCopy } from '@innkeeper/db/tables/copies';
import type { Insertable, Kysely } from 'kysely';

export interface GivenCopy extends Partial<Insertable<Database['copies']>> {
  serverId: number;
}

/** Inserts the row of a complete copy of a server, without a file. */
export async function givenCopy(db: Kysely<Database>, { serverId, ...fields }: GivenCopy): Promise<Copy> {
  const server = await db.selectFrom('servers').selectAll().where('id', '=', serverId).executeTakeFirstOrThrow();
  return insertCopy(db, {
    account_id: server.account_id,
    kind: 'snapshot',
    server_id: serverId,
    node_id: fields.target === 's3' ? null : server.node_id,
    name: 'given',
    origin: 'customer',
    status: 'ready',
    server_hostname: server.hostname,
    server_ip: '192.0.2.1',
    size_gb: server.disk_gb,
    image_id: server.image_id,
    target: 'node',
    object_key: 'given.qcow2',
    bytes: 1_000_000n,
    sha256: '0'.repeat(64),
    frozen: true,
    verified_at: new Date(),
    ...fields,
  });
}

/** Inserts an active addon of a server, paid until the server's expiry. `price` is in net cents a month. Returns its id. */
export async function givenAddon(
  db: Kysely<Database>,
  { serverId, key, price = 100n }: { serverId: number; key: string; price?: bigint },
): Promise<number> {
  const { account_id, billing_cycle, billing_anchor, expiry_at } = await db
    .selectFrom('servers')
    .selectAll()
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow();
  const term = { billing_cycle, billing_anchor, expiry_at, activated_at: new Date() };
  return insertAddon(db, {
    account_id,
    server_id: serverId,
    key,
    status: 'active',
    renew_price: price * BigInt(billing_cycle),
    ...term,
  });
}
