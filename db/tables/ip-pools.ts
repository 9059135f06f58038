/** Pools of addresses: which of them give a server one, what they have left, and the prefixes that are made as they are needed. */

import { Failure } from '@innkeeper/model/failures';
import { nextPrefixes, parseNetwork, SERVER_PREFIX } from '@innkeeper/model/ip-networks';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** What an address is for. */
export type AddressUse = 'primary' | 'floating';

export interface AddressKind {
  version: 4 | 6;
  /** Those that are protected against DDoS are only for who pays for them. */
  ddosProtected: boolean;
  /** Default `primary`. */
  use?: AddressUse | undefined;
}

/** Prefixes that are made at a time beyond those that are asked for: who makes some holds the pool's row until its transaction ends. */
const PREFIXES_AHEAD = 32;

/** Of a pool `p`: whether it gives addresses of this kind to servers of the node, a column or an id; null: of any node. */
export function gives({ version, ddosProtected, use = 'primary' }: AddressKind, node: RawBuilder<number> | null) {
  return sql<boolean>`(p.version = ${sql.lit(version)} and p.ddos_protected = ${sql.lit(ddosProtected)}
    and p.uses in (${sql.lit(use)}, 'both') and not p.draining
    and ${node ? sql`(p.node_id = ${node} or p.node_id is null)` : sql`true`})`;
}

/** The networks that guests of a node may have addresses in. */
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

/** Whom free addresses are counted for: one that rests is free for its last account. */
export interface Asking {
  accountId: number;
  now: Date;
}

/**
 * How many free addresses there are, counted to `most`: a large pool need not be counted to its end. Those of a pool that all nodes share
 * count for each of them. Of IPv6 also the prefixes that have no row yet. `node`: as for `gives`.
 */
export function countFree(
  kind: AddressKind,
  { accountId, now }: Asking,
  { most, node }: { most: number; node: RawBuilder<number> | null },
): RawBuilder<number> {
  // In the order of the index of those that are free, since those in use come first in the table; a limit that PostgreSQL does not know
  // when it plans would make it sort them all.
  const limit = sql.lit(most);
  const rested = sql`
    select count(*) from (select from ip_pools p cross join lateral (
      select from ip_addresses a where a.pool_id = p.id and a.account_id is null and not a.excluded and a.rests_until <= ${now}
      order by a.rests_until, a.id limit ${limit}) as of_pool
    where ${gives(kind, node)} limit ${limit}) as rested`;
  const resting = sql`
    select count(*) from ip_addresses a join ip_pools p on p.id = a.pool_id
    where a.last_account_id = ${accountId} and a.account_id is null and not a.excluded and a.rests_until > ${now} and ${gives(kind, node)}`;
  const unmade = sql`
    select coalesce(sum(2::numeric ^ (${sql.lit(SERVER_PREFIX)} - masklen(p.cidr)) - p.next_prefix), 0) from ip_pools p
    where ${gives(kind, node)}`;
  const counts = [rested, resting, ...(kind.version === 6 ? [unmade] : [])].map((count) => sql`(${count})`);
  return sql<number>`least(${limit}, ${sql.join(counts, sql` + `)})::int`;
}

/** Why there are not as many free ones, as a sentence; nothing is held. */
export async function lackOfAddresses(
  db: Kysely<Database>,
  kind: AddressKind,
  { count, ...asking }: Asking & { count: number },
): Promise<string | undefined> {
  const free = await db.selectNoFrom(countFree(kind, asking, { most: count, node: null }).as('free')).executeTakeFirst();
  return (free?.free ?? 0) < count ? noAddress(kind).message : undefined;
}

/** `no_capacity`. */
export function noAddress({ version, ddosProtected }: AddressKind): Failure {
  const protection = ddosProtected ? ' with DDoS protection' : '';
  return new Failure('no_capacity', { message: `No IPv${version} address${protection} is free at the moment. Try again later.` });
}

/** Whether servers of the node get a prefix of IPv6 with their first address: there is a pool of it. */
export function givesPrefixes(node: RawBuilder<number>): RawBuilder<boolean> {
  return sql`exists (select from ip_pools p where ${gives({ version: 6, ddosProtected: false }, node)})`;
}

/** Pools of IPv6 that give prefixes of this kind, and have some without a row. */
export async function poolsWithPrefixes(trx: Kysely<Database>, kind: AddressKind, nodeId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ip_pools p where ${gives(kind, nodeId === null ? null : sql<number>`${nodeId}::int`)}
      and next_prefix < 2::numeric ^ (${sql.lit(SERVER_PREFIX)} - masklen(cidr)) order by p.node_id is not null, id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Makes rows of a pool's next prefixes, `count` and some ahead. The pool's row is held to the end of the transaction. */
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

/** A pool, held to the end of the transaction: nobody else makes prefixes of it. */
export function lockPool(trx: Kysely<Database>, poolId: number) {
  return trx.selectFrom('ip_pools').selectAll().where('id', '=', poolId).forUpdate().executeTakeFirst();
}
