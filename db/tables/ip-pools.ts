/** Pools of addresses: which pools serve a server, how many addresses are free, and the IPv6 prefixes that are created on demand. */

import { Failure } from '@innkeeper/model/failures';
import { nextPrefixes, parseNetwork, SERVER_PREFIX } from '@innkeeper/model/net/ip-networks';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Use of an address: main or addon address, or floating IP. */
export type AddressUse = 'primary' | 'floating';

export interface AddressKind {
  version: 4 | 6;
  /** True if the address is protected against DDoS. Protected addresses are only for customers who pay for them. */
  ddosProtected: boolean;
  /** Use of the address, `primary` by default. */
  use?: AddressUse | undefined;
}

/**
 * Number of prefixes that are created in advance, beyond the requested ones. Creating prefixes locks the pool's row until the transaction
 * ends.
 */
const PREFIXES_AHEAD = 32;

/**
 * Returns SQL for whether the pool `p` provides addresses of this kind to servers of the node. `node` is a column or an id, or `null` for
 * any node.
 */
export function matchesPool({ version, ddosProtected, use = 'primary' }: AddressKind, node: RawBuilder<number> | null) {
  return sql<boolean>`(p.version = ${sql.lit(version)} and p.ddos_protected = ${sql.lit(ddosProtected)}
    and p.uses in (${sql.lit(use)}, 'both') and not p.draining
    and ${node ? sql`(p.node_id = ${node} or p.node_id is null)` : sql`true`})`;
}

/** Lists the networks in which guests of a node may have addresses. */
export function poolsOfNode(
  db: Kysely<Database>,
  nodeId: number,
): Promise<{ name: string; cidr: string; gateway: string; excluded: string[] }[]> {
  return db
    .selectFrom('ip_pools')
    .select(['name', 'cidr', 'gateway', 'excluded'])
    .orderBy('id')
    .where((eb) => eb.or([eb('node_id', '=', nodeId), eb('node_id', 'is', null)]))
    .execute();
}

/** Account that free addresses are counted for. A resting address is free only for its last account. */
export interface AddressRequester {
  accountId: number;
  now: Date;
}

/**
 * Returns SQL for the number of free addresses, at most `max`. A large pool is therefore not counted to its end. Addresses of a shared
 * pool count for every node. For IPv6, prefixes without a row count too. `node` is as for `matchesPool`.
 */
export function countFree(
  kind: AddressKind,
  { accountId, now }: AddressRequester,
  { max, node }: { max: number; node: RawBuilder<number> | null },
): RawBuilder<number> {
  // Read in the order of the index of free addresses, because used addresses come first in the table. With a limit unknown at planning
  // time, PostgreSQL would sort them all.
  const limit = sql.lit(max);
  const rested = sql`
    select count(*) from (select from ip_pools p cross join lateral (
      select from ip_addresses a where a.pool_id = p.id and a.account_id is null and not a.excluded and a.rests_until <= ${now}
      order by a.rests_until, a.id limit ${limit}) as of_pool
    where ${matchesPool(kind, node)} limit ${limit}) as rested`;
  const resting = sql`
    select count(*) from ip_addresses a join ip_pools p on p.id = a.pool_id
    where a.last_account_id = ${accountId} and a.account_id is null and not a.excluded and a.rests_until > ${now} and ${matchesPool(kind, node)}`;
  const uncreatedPrefixes = sql`
    select coalesce(sum(2::numeric ^ (${sql.lit(SERVER_PREFIX)} - masklen(p.cidr)) - p.next_prefix), 0) from ip_pools p
    where ${matchesPool(kind, node)}`;
  const counts = [rested, resting, ...(kind.version === 6 ? [uncreatedPrefixes] : [])].map((count) => sql`(${count})`);
  return sql<number>`least(${limit}, ${sql.join(counts, sql` + `)})::int`;
}

/** Returns a sentence if fewer than `count` addresses are free, else `undefined`. Locks nothing. */
export async function explainShortage(
  db: Kysely<Database>,
  kind: AddressKind,
  { count, ...requester }: AddressRequester & { count: number },
): Promise<string | undefined> {
  const free = await db.selectNoFrom(countFree(kind, requester, { max: count, node: null }).as('free')).executeTakeFirst();
  return (free?.free ?? 0) < count ? noAddress(kind).message : undefined;
}

/** Returns the failure `no_capacity`. */
export function noAddress({ version, ddosProtected }: AddressKind): Failure {
  const protection = ddosProtected ? ' with DDoS protection' : '';
  return new Failure('no_capacity', { message: `No IPv${version} address${protection} is free at the moment. Try again later.` });
}

/** Returns SQL for whether servers of the node get an IPv6 prefix with their first address, which requires an IPv6 pool. */
export function providesPrefixes(node: RawBuilder<number>): RawBuilder<boolean> {
  return sql`exists (select from ip_pools p where ${matchesPool({ version: 6, ddosProtected: false }, node)})`;
}

/** Lists the IPv6 pools of this kind that have prefixes without a row. */
export async function poolsWithPrefixes(trx: Kysely<Database>, kind: AddressKind, nodeId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ip_pools p where ${matchesPool(kind, nodeId === null ? null : sql<number>`${nodeId}::int`)}
      and next_prefix < 2::numeric ^ (${sql.lit(SERVER_PREFIX)} - masklen(cidr)) order by p.node_id is not null, id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Creates rows for the pool's next `count` prefixes and some in advance. Locks the pool's row until the transaction ends. */
export async function makePrefixes(trx: Kysely<Database>, poolId: number, count: number): Promise<void> {
  const pool = await lockPool(trx, poolId);
  const network = pool && parseNetwork(pool.cidr);
  if (!pool || network?.version !== 6) return;
  const excluded = pool.excluded.flatMap((text) => parseNetwork(text) ?? []);
  const made = nextPrefixes(network, { from: pool.next_prefix, count: count + PREFIXES_AHEAD, excluded });
  await sql`
    insert into ip_addresses (pool_id, address, prefix, version, gateway, ddos_protected)
    select ${poolId}::int, address, ${SERVER_PREFIX}::int, 6, ${pool.gateway}::inet, ${pool.ddos_protected}::boolean
    from unnest(${made.addresses}::inet[]) as address on conflict (address) do nothing`.execute(trx);
  await trx.updateTable('ip_pools').set({ next_prefix: made.next }).where('id', '=', poolId).execute();
}

/** Locks a pool until the transaction ends, so that no other transaction creates prefixes in it. */
export function lockPool(trx: Kysely<Database>, poolId: number) {
  return trx.selectFrom('ip_pools').selectAll().where('id', '=', poolId).forUpdate().executeTakeFirst();
}
