/** Pools as shown to the operator, with their usage. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import type { Database, IpPool } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import { type IpNetwork, parseNetwork, prefixesCovered, prefixesIn } from '@innkeeper/model/ip-networks';
import { type Kysely, sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

type Usage = OperatorReply<'showPool'>['usage'];

interface AddressCounts {
  pool_id: number;
  rows: number;
  used: number;
  resting: number;
  excluded: number;
  used_excluded: number;
}

export function poolsQuery(db: Kysely<Database>) {
  return db
    .selectFrom('ip_pools as p')
    .leftJoin('nodes as n', 'n.id', 'p.node_id')
    .selectAll('p')
    .select('n.name as node')
    .orderBy('p.version')
    .orderBy('p.cidr');
}

type PoolRow = IpPool & { node: string | null };

/** Returns a pool with its usage. Throws `not_found`. */
export async function loadPool(cx: OperatorCx, name: string) {
  const row = await poolsQuery(cx.db).where('p.name', '=', name).executeTakeFirst();
  if (!row) throw noPool(name);
  return poolView(row, await countAddresses(cx, [row.id]));
}

export const noPool = (name: string): Failure => new Failure('not_found', { message: `Pool ${name} does not exist.` });

export function poolView(row: PoolRow, counts: ReadonlyMap<number, AddressCounts>) {
  const { id, name, cidr, gateway, node, uses, ddos_protected, excluded } = row;
  const version = row.version === 6 ? (6 as const) : (4 as const);
  const state = row.draining ? ('draining' as const) : ('active' as const);
  const shared = { id, name, cidr, version, gateway, node, uses, ddos_protected, state, excluded };
  return { ...shared, rest_hours: row.rest_seconds / 3600, usage: usageOf(row, counts.get(id)) };
}

/** Counts the addresses of pools, by pool id. */
export async function countAddresses({ db, clock }: OperatorCx, poolIds: readonly number[]): Promise<Map<number, AddressCounts>> {
  const { rows } = await sql<AddressCounts>`
    select pool_id, count(*)::int as rows, count(account_id)::int as used,
      (count(*) filter (where account_id is null and not excluded and rests_until > ${clock.now()}))::int as resting,
      (count(*) filter (where account_id is null and excluded))::int as excluded,
      count(account_id) filter (where excluded)::int as used_excluded
    from ip_addresses where pool_id = any(${[...poolIds]}::int[]) group by pool_id`.execute(db);
  return new Map(rows.map((row) => [row.pool_id, row]));
}

/** Returns the usage of a pool. Most IPv6 prefixes have no row, so their number is calculated. */
function usageOf(pool: PoolRow, counted: AddressCounts | undefined): Usage {
  const { rows = 0, used = 0, resting = 0, excluded: rowsExcluded = 0, used_excluded = 0 } = counted ?? {};
  const network = parseNetwork(pool.cidr);
  const six = pool.version === 6 && network;
  const total = six ? Number(prefixesIn(network)) : rows;
  const covered = () => Number(prefixesCovered(networks(pool.excluded))) - used_excluded;
  const excluded = six ? covered() : rowsExcluded;
  return { total, used, resting, excluded, free: total - used - resting - excluded };
}

export const networks = (texts: readonly string[]): IpNetwork[] => texts.flatMap((text) => parseNetwork(text) ?? []);
