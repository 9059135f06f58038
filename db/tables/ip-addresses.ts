/**
 * IP addresses, and the servers that they are assigned to.
 *
 * The address that has been free for longest is assigned first, so that caches elsewhere no longer hold its last use. An address that rests
 * after this account had it comes before all others. An account that orders and cancels repeatedly therefore gets the same address.
 */
import { type Kysely, sql } from 'kysely';
import type { Database, IpAddress } from '../schema.ts';
import { type AddressKind, lockPool, makePrefixes, matchesPool, noAddress, poolsWithPrefixes } from './ip-pools.ts';

export interface AddressesRequest extends Omit<AddressKind, 'ddosProtected'> {
  accountId: number;
  /** Servers that get one address each. `null` stands for a floating IP that is not attached. */
  serverIds: readonly (number | null)[];
  /** Node whose pools may be used. `null` allows every pool: shared pools first, then pools of nodes where the account has servers. */
  nodeId: number | null;
  /** True if the address becomes the server's main address of its version. */
  main?: boolean;
  /** True if the addresses are protected against DDoS. Protected addresses are only for customers who pay for them. */
  ddosProtected?: boolean;
  /** True if fewer addresses are acceptable. The first servers then get the available ones. */
  allowFewer?: boolean;
  /** Addon of each address. */
  addonIds?: readonly number[];
  /** Floating IP of each address. */
  floatingIpIds?: readonly number[];
  now: Date;
}

export type AddressRequest = Omit<AddressesRequest, 'serverIds' | 'addonIds' | 'floatingIpIds'> & { serverId: number };

/** Assigns a free address to a server, as `assignAddresses` does. */
export async function assignAddress(trx: Kysely<Database>, { serverId, ...request }: AddressRequest): Promise<IpAddress> {
  return (await assignAddresses(trx, { ...request, serverIds: [serverId] }))[0] as IpAddress;
}

/**
 * Assigns a free address to each server, or a prefix for IPv6. SKIP LOCKED gives concurrent callers different addresses. Throws
 * `no_capacity` if too few are free. The caller must then roll back the transaction.
 */
export async function assignAddresses(trx: Kysely<Database>, request: AddressesRequest): Promise<IpAddress[]> {
  const { version, ddosProtected = false, use, nodeId } = request;
  const kind = { version, ddosProtected, use };
  const taken = await assignFree(trx, request, kind);
  const missing = () => request.serverIds.length - taken.length;
  const takeMissing = async () => {
    const [serverIds, addonIds] = [request.serverIds.slice(taken.length), request.addonIds?.slice(taken.length)];
    const floatingIpIds = request.floatingIpIds?.slice(taken.length);
    const others = { ...request, serverIds, ...(addonIds && { addonIds }), ...(floatingIpIds && { floatingIpIds }) };
    taken.push(...(await assignFree(trx, others, kind)));
  };
  if (version === 6 && missing() > 0)
    for (const poolId of await poolsWithPrefixes(trx, kind, nodeId)) {
      await lockPool(trx, poolId);
      // Take prefixes that another transaction created while this one waited for the pool.
      await takeMissing();
      if (missing() === 0) break;
      await makePrefixes(trx, poolId, missing());
      await takeMissing();
      if (missing() === 0) break;
    }
  if (missing() > 0 && !request.allowFewer) throw noAddress(kind);
  return taken;
}

/** Assigns as many addresses as are free, up to the requested number. */
async function assignFree(trx: Kysely<Database>, request: AddressesRequest, kind: AddressKind): Promise<IpAddress[]> {
  const { accountId, serverIds, nodeId, main = false, addonIds, floatingIpIds, now } = request;
  const elementOf = (ids: readonly number[] | undefined) => (ids ? sql`(${[...ids]}::int[])[numbered.n]` : sql`null`);
  // A literal, because with an unknown limit the plan sorts all free addresses (16 ms).
  const limit = sql.lit(serverIds.length);
  const matches = matchesPool(kind, nodeId === null ? null : sql`${nodeId}::int`);
  const poolsInOrder = nodeId === null ? sql`p.node_id is not null, ${hasNoServerOnPoolNode(accountId)}, p.id` : sql`p.id`;
  const { rows } = await sql<IpAddress>`
    with free as materialized (
      select id from (
        select id from (
          select a.id from ip_addresses a join ip_pools p on p.id = a.pool_id
          where a.last_account_id = ${accountId} and a.account_id is null and not a.excluded and a.rests_until > ${now} and ${matches}
          order by a.rests_until, a.id limit ${limit} for update of a skip locked) as resting
        union all
        select of_pool.id from (select id from ip_pools p where ${matches} order by ${poolsInOrder}) as p cross join lateral (
          select a.id from ip_addresses a
          where a.pool_id = p.id and a.account_id is null and not a.excluded and a.rests_until <= ${now}
          order by a.rests_until, a.id limit ${limit} for update skip locked) as of_pool
      ) as found limit ${limit}
    ), numbered as (select id, row_number() over () as n from free)
    update ip_addresses as a
    set account_id = ${accountId}, server_id = (${[...serverIds]}::int[])[numbered.n], addon_id = ${elementOf(addonIds)},
      floating_ip_id = ${elementOf(floatingIpIds)}, main = ${main}, assigned_at = ${now}, freed_at = null
    from numbered where a.id = numbered.id
    returning a.*`.execute(trx);
  return rows;
}

/** Returns SQL for whether the account has no server on the node of the pool `p`. */
const hasNoServerOnPoolNode = (accountId: number) => sql`not exists (
  select from server_details d join services v on v.id = d.id
  where d.node_id = p.node_id and v.account_id = ${accountId} and v.status <> 'terminated')`;

/** Lists the addresses of a server that only servers of its current node can have. */
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

/** Lists the addresses of a server that only servers of its current node can have, and whether each is a main address. */
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
    .set(UNASSIGNED)
    .set({ freed_at: now })
    .where('server_id', '=', serverId)
    .where('main', '=', true)
    .where('floating_ip_id', 'is', null)
    .execute();
}

/**
 * Releases all addresses of a server after its network card has lost them. Returns how many. Floating IPs are only detached, because the
 * customer keeps paying for them.
 */
export async function freeAddresses(trx: Kysely<Database>, serverId: number, now: Date): Promise<number> {
  await trx
    .updateTable('ip_addresses')
    .set({ server_id: null })
    .where('server_id', '=', serverId)
    .where('floating_ip_id', 'is not', null)
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('ip_addresses')
    .set(UNASSIGNED)
    .set({ freed_at: now })
    .where('server_id', '=', serverId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Releases the addresses of some addons. No guest may still have them on its network card. */
export const freeAddressesOfAddons = freeWhere('addon_id');

/** Releases the addresses of some floating IPs. No guest may still have them on its network card. */
export const freeAddressesOfFloatingIps = freeWhere('floating_ip_id');

function freeWhere(column: 'addon_id' | 'floating_ip_id') {
  return async (trx: Kysely<Database>, ids: readonly number[], now: Date): Promise<void> => {
    await trx
      .updateTable('ip_addresses')
      .set(UNASSIGNED)
      .set({ freed_at: now })
      .where(column, '=', sql<number>`any(${[...ids]}::int[])`)
      .execute();
  };
}

const UNASSIGNED = { account_id: null, server_id: null, addon_id: null, floating_ip_id: null, main: false, assigned_at: null };
