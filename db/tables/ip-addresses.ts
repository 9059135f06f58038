/**
 * IP addresses, and the servers that they are assigned to. The address that has been free for longest is assigned first, so that
 * caches elsewhere have forgotten its last use; but before it one that rests after this account has had it, so that who orders and cancels
 * again and again gets the same.
 */
import { type Kysely, sql } from 'kysely';
import type { Database, IpAddress } from '../schema.ts';
import { type AddressKind, gives, lockPool, makePrefixes, noAddress, poolsWithPrefixes } from './ip-pools.ts';

export interface AddressesWanted extends Omit<AddressKind, 'ddosProtected'> {
  accountId: number;
  /** Each of them gets one; null: a floating IP that is attached to none. */
  serverIds: readonly (number | null)[];
  /** Of the pools that this node's servers may use; null: of any, first of those that all nodes share, then of nodes where the account is. */
  nodeId: number | null;
  /** Whether it becomes the server's main address of its version; default false. */
  main?: boolean;
  /** Those that are protected against DDoS are only for who pays for them; default false. */
  ddosProtected?: boolean;
  /** As many as there are do, for the first of them; default false. */
  orFewer?: boolean;
  /** The addon of each that it comes with; default none. */
  addonIds?: readonly number[];
  /** The floating IP that each is; default none. */
  floatingIpIds?: readonly number[];
  now: Date;
}

export type AddressWanted = Omit<AddressesWanted, 'serverIds' | 'addonIds' | 'floatingIpIds'> & { serverId: number };

/** Assigns a free address to a server, as `takeAddresses` does. */
export async function takeAddress(trx: Kysely<Database>, { serverId, ...wanted }: AddressWanted): Promise<IpAddress> {
  return (await takeAddresses(trx, { ...wanted, serverIds: [serverId] }))[0] as IpAddress;
}

/**
 * Assigns a free address to each; of IPv6 a prefix. SKIP LOCKED gives concurrent callers different ones. Throws `no_capacity` when there
 * are not enough; the transaction is then to be rolled back.
 */
export async function takeAddresses(trx: Kysely<Database>, wanted: AddressesWanted): Promise<IpAddress[]> {
  const { version, ddosProtected = false, use, nodeId } = wanted;
  const kind = { version, ddosProtected, use };
  const taken = await takeFree(trx, wanted, kind);
  const missing = () => wanted.serverIds.length - taken.length;
  const takeMissing = async () => {
    const [serverIds, addonIds] = [wanted.serverIds.slice(taken.length), wanted.addonIds?.slice(taken.length)];
    const floatingIpIds = wanted.floatingIpIds?.slice(taken.length);
    const others = { ...wanted, serverIds, ...(addonIds && { addonIds }), ...(floatingIpIds && { floatingIpIds }) };
    taken.push(...(await takeFree(trx, others, kind)));
  };
  if (version === 6 && missing() > 0)
    for (const poolId of await poolsWithPrefixes(trx, kind, nodeId)) {
      await lockPool(trx, poolId);
      // Those that another has made while this one waited for the pool.
      await takeMissing();
      if (missing() === 0) break;
      await makePrefixes(trx, poolId, missing());
      await takeMissing();
      if (missing() === 0) break;
    }
  if (missing() > 0 && !wanted.orFewer) throw noAddress(kind);
  return taken;
}

/** As many as are free. */
async function takeFree(trx: Kysely<Database>, wanted: AddressesWanted, kind: AddressKind): Promise<IpAddress[]> {
  const { accountId, serverIds, nodeId, main = false, addonIds, floatingIpIds, now } = wanted;
  const each = (ids: readonly number[] | undefined) => (ids ? sql`(${[...ids]}::int[])[numbered.n]` : sql`null`);
  // As a literal: the plan for a limit that it does not know sorts all free addresses, for 16 ms.
  const limit = sql.lit(serverIds.length);
  const giving = gives(kind, nodeId === null ? null : sql`${nodeId}::int`);
  const poolsInOrder = nodeId === null ? sql`p.node_id is not null, ${servesElsewhere(accountId)}, p.id` : sql`p.id`;
  const { rows } = await sql<IpAddress>`
    with free as materialized (
      select id from (
        select id from (
          select a.id from ip_addresses a join ip_pools p on p.id = a.pool_id
          where a.last_account_id = ${accountId} and a.account_id is null and not a.excluded and a.rests_until > ${now} and ${giving}
          order by a.rests_until, a.id limit ${limit} for update of a skip locked) as resting
        union all
        select of_pool.id from (select id from ip_pools p where ${giving} order by ${poolsInOrder}) as p cross join lateral (
          select a.id from ip_addresses a
          where a.pool_id = p.id and a.account_id is null and not a.excluded and a.rests_until <= ${now}
          order by a.rests_until, a.id limit ${limit} for update skip locked) as of_pool
      ) as found limit ${limit}
    ), numbered as (select id, row_number() over () as n from free)
    update ip_addresses as a
    set account_id = ${accountId}, server_id = (${[...serverIds]}::int[])[numbered.n], addon_id = ${each(addonIds)},
      floating_ip_id = ${each(floatingIpIds)}, main = ${main}, assigned_at = ${now}, freed_at = null
    from numbered where a.id = numbered.id
    returning a.*`.execute(trx);
  return rows;
}

/** Of a pool `p`: whether the account has no server on its node. */
const servesElsewhere = (accountId: number) => sql`not exists (
  select from server_details d join services v on v.id = d.id
  where d.node_id = p.node_id and v.account_id = ${accountId} and v.status <> 'terminated')`;

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

/** Lists the addresses of a server that only servers of its present node can have, and whether each is a main address. */
export async function boundAddresses(db: Kysely<Database>, serverId: number): Promise<{ main: boolean }[]> {
  return db
    .selectFrom('ip_addresses as a')
    .innerJoin('ip_pools as p', 'p.id', 'a.pool_id')
    .select('a.main')
    .where('a.server_id', '=', serverId)
    .where('p.node_id', 'is not', null)
    .execute();
}

/** Releases the main addresses of a server that was never on the network. */
export async function freeMainAddresses(trx: Kysely<Database>, serverId: number, now: Date): Promise<void> {
  await trx
    .updateTable('ip_addresses')
    .set(FREE)
    .set({ freed_at: now })
    .where('server_id', '=', serverId)
    .where('main', '=', true)
    .where('floating_ip_id', 'is', null)
    .execute();
}

/** Releases all addresses of a server, which its network card has lost; returns how many. Floating IPs stay with who pays for them. */
export async function freeAddresses(trx: Kysely<Database>, serverId: number, now: Date): Promise<number> {
  await trx
    .updateTable('ip_addresses')
    .set({ server_id: null })
    .where('server_id', '=', serverId)
    .where('floating_ip_id', 'is not', null)
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('ip_addresses')
    .set(FREE)
    .set({ freed_at: now })
    .where('server_id', '=', serverId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Releases those that came with some addons. No guest may have them on its network card any more. */
export const freeAddressesOfAddons = freeWhere('addon_id');

/** Releases those that some floating IPs are. No guest may have them on its network card any more. */
export const freeAddressesOfFloatingIps = freeWhere('floating_ip_id');

function freeWhere(column: 'addon_id' | 'floating_ip_id') {
  return async (trx: Kysely<Database>, ids: readonly number[], now: Date): Promise<void> => {
    await trx
      .updateTable('ip_addresses')
      .set(FREE)
      .set({ freed_at: now })
      .where(column, '=', sql<number>`any(${[...ids]}::int[])`)
      .execute();
  };
}

const FREE = { account_id: null, server_id: null, addon_id: null, floating_ip_id: null, main: false, assigned_at: null };
