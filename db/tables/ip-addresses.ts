/**
 * IP addresses, and the servers that they are assigned to. The address that has been free for longest is assigned first, so that
 * caches elsewhere have forgotten its last use.
 */
import { Failure } from '@innkeeper/model/failures';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, IpAddress } from '../schema.ts';

export interface AddressesWanted {
  version: 4 | 6;
  accountId: number;
  /** Each of them gets one. */
  serverIds: readonly number[];
  /** Of the pools that this node's servers may use. */
  nodeId: number;
  /** Whether it becomes the server's main address of its version; default false. */
  main?: boolean;
  /** Those that are protected against DDoS are only for who pays for them; default false. */
  ddosProtected?: boolean;
  /** The addon of each that it comes with; default none. */
  addonIds?: readonly number[];
  now: Date;
}

export type AddressWanted = Omit<AddressesWanted, 'serverIds' | 'addonIds'> & { serverId: number };

/** Assigns a free address to a server, as `takeAddresses` does. */
export async function takeAddress(trx: Kysely<Database>, { serverId, ...wanted }: AddressWanted): Promise<IpAddress> {
  return (await takeAddresses(trx, { ...wanted, serverIds: [serverId] }))[0] as IpAddress;
}

/**
 * Assigns a free address to each. SKIP LOCKED gives concurrent callers different ones. Throws `no_capacity` when there are not enough; the
 * transaction is then to be rolled back.
 */
export async function takeAddresses(trx: Kysely<Database>, wanted: AddressesWanted): Promise<IpAddress[]> {
  const { version, accountId, serverIds, nodeId, main = false, ddosProtected = false, addonIds, now } = wanted;
  const addon = addonIds ? sql`(${[...addonIds]}::int[])[numbered.n]` : sql`null`;
  // As a literal: the plan for a limit that it does not know sorts all free addresses, for 16 ms.
  const limit = sql.lit(serverIds.length);
  const { rows } = await sql<IpAddress>`
    with free as materialized (
      select id from ip_addresses
      where account_id is null and version = ${version} and ddos_protected = ${sql.lit(ddosProtected)}
        and pool_id in (select id from ip_pools where ${poolIsOf(nodeId)})
      order by freed_at nulls first, id limit ${limit} for update skip locked
    ), numbered as (select id, row_number() over () as n from free)
    update ip_addresses as a
    set account_id = ${accountId}, server_id = (${[...serverIds]}::int[])[numbered.n], addon_id = ${addon}, main = ${main},
      assigned_at = ${now}, freed_at = null
    from numbered where a.id = numbered.id
    returning a.*`.execute(trx);
  if (rows.length === serverIds.length) return rows;
  throw new Failure('no_capacity', { message: noAddress(version, ddosProtected) });
}

const noAddress = (version: 4 | 6, ddosProtected: boolean) =>
  `There is no free IPv${version} address${ddosProtected ? ' with DDoS protection' : ''} at the moment.`;

/** Why there are not as many free ones, as a sentence; nothing is held. */
export async function lackOfAddresses(
  db: Kysely<Database>,
  { version, ddosProtected, count }: { version: 4 | 6; ddosProtected: boolean; count: number },
): Promise<string | undefined> {
  const free = await db
    .selectFrom('ip_addresses')
    .select('id')
    .where('account_id', 'is', null)
    .where('version', '=', version)
    .where('ddos_protected', '=', ddosProtected)
    .limit(count)
    .execute();
  return free.length < count ? noAddress(version, ddosProtected) : undefined;
}

/** The networks that guests of a node may have addresses in. */
export function poolsOfNode(db: Kysely<Database>, nodeId: number): Promise<{ cidr: string; gateway: string }[]> {
  return db.selectFrom('ip_pools').select(['cidr', 'gateway']).where(poolIsOf(nodeId)).execute();
}

/** Of a pool: whether it is of the node alone, or of all nodes. */
const poolIsOf = (nodeId: number) => sql<boolean>`(node_id = ${nodeId} or node_id is null)`;

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

/**
 * How many free addresses without protection a node may use, counted to `most`: a large pool need not be counted to its end. Those of a pool that all nodes
 * share count for each of them. `node`: a column with its id.
 */
export function freeAddressesOf(node: string, version: 4 | 6, most: number): RawBuilder<number> {
  // In the order of the index of those that are free, since those in use come first in the table; the limit is a literal as above.
  return sql`(
    select count(*)::int from (
      select from ip_addresses a join ip_pools p on p.id = a.pool_id
      where a.account_id is null and a.version = ${version} and not a.ddos_protected and (p.node_id = ${sql.ref(node)} or p.node_id is null)
      order by a.freed_at nulls first, a.id limit ${sql.lit(most)}) as counted)`;
}

/** Releases all addresses of a server; returns how many. */
export async function freeAddresses(trx: Kysely<Database>, serverId: number, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('ip_addresses')
    .set(FREE)
    .set({ freed_at: now })
    .where('server_id', '=', serverId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Releases those that came with some addons. No guest may have them on its network card any more. */
export async function freeAddressesOfAddons(trx: Kysely<Database>, addonIds: readonly number[], now: Date): Promise<void> {
  await trx
    .updateTable('ip_addresses')
    .set(FREE)
    .set({ freed_at: now })
    .where('addon_id', '=', sql<number>`any(${[...addonIds]}::int[])`)
    .execute();
}

const FREE = { account_id: null, server_id: null, addon_id: null, main: false, assigned_at: null };
