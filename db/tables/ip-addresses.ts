/**
 * IP addresses, and the servers that they are assigned to. The address that has been free for longest is assigned first, so that
 * caches elsewhere have forgotten its last use.
 */
import { Failure } from '@innkeeper/model/failures';
import { type Kysely, sql } from 'kysely';
import type { Database, IpAddress } from '../schema.ts';

export interface AddressWanted {
  version: 4 | 6;
  accountId: number;
  serverId: number;
  /** Of the pools that this node's servers may use. */
  nodeId: number;
  /** Whether it becomes the server's main address of its version; default false. */
  main?: boolean;
  now: Date;
}

/** Assigns a free address. SKIP LOCKED gives concurrent callers different ones. Throws `no_capacity` when none is free. */
export async function takeAddress(trx: Kysely<Database>, wanted: AddressWanted): Promise<IpAddress> {
  const free = trx
    .selectFrom('ip_addresses')
    .select('id')
    .where('account_id', 'is', null)
    .where('version', '=', wanted.version)
    .where('pool_id', 'in', poolsOf(trx, wanted.nodeId))
    .orderBy('freed_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked();
  const taken = await trx
    .updateTable('ip_addresses')
    .set({
      account_id: wanted.accountId,
      server_id: wanted.serverId,
      main: wanted.main ?? false,
      assigned_at: wanted.now,
      freed_at: null,
    })
    // An array, so that the locking sub-select runs once and not once a row.
    .where('id', '=', sql<number>`any(array(${free}))`)
    .returningAll()
    .executeTakeFirst();
  if (!taken) throw new Failure('no_capacity', { message: `There is no free IPv${wanted.version} address at the moment.` });
  return taken;
}

/** The networks that guests of a node may have addresses in. */
export function poolsOfNode(db: Kysely<Database>, nodeId: number): Promise<{ cidr: string; gateway: string }[]> {
  return db.selectFrom('ip_pools').select(['cidr', 'gateway']).where('id', 'in', poolsOf(db, nodeId)).execute();
}

/** Pools of the node alone, and those of all nodes. */
function poolsOf(db: Kysely<Database>, nodeId: number) {
  return db
    .selectFrom('ip_pools')
    .select('id')
    .where(({ or, eb }) => or([eb('node_id', '=', nodeId), eb('node_id', 'is', null)]));
}

/** Those of a server that only servers of its present node can have. */
export async function addressesOfNodeAlone(db: Kysely<Database>, serverId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ip_addresses as a')
    .innerJoin('ip_pools as p', 'p.id', 'a.pool_id')
    .select('a.address')
    .where('a.server_id', '=', serverId)
    .where('p.node_id', 'is not', null)
    .orderBy('a.id')
    .execute();
  return rows.map(({ address }) => address);
}

/** How many free addresses each node may use; those of a pool that all nodes share count for each of them. */
export async function freeAddressesByNode(db: Kysely<Database>, version: 4 | 6): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; free: number }>`
    select n.id, (
      select count(*)::int from (
        select from ip_addresses a join ip_pools p on p.id = a.pool_id
        where a.account_id is null and a.version = ${version} and (p.node_id = n.id or p.node_id is null) limit ${MOST_COUNTED}
      ) as counted) as free
    from nodes n where n.state = 'active'`.execute(db);
  return new Map(rows.map(({ id, free }) => [id, free]));
}

/** More than one order takes; a large pool need not be counted to its end. */
const MOST_COUNTED = 100;

/** Releases all addresses of a server; returns how many. */
export async function freeAddresses(trx: Kysely<Database>, serverId: number, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('ip_addresses')
    .set({ account_id: null, server_id: null, main: false, assigned_at: null, freed_at: now })
    .where('server_id', '=', serverId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
