/**
 * Reserves addresses that a machine uses although no row assigns them to its server. They stay reserved until an operator releases them.
 */
import type { MachineAddress } from '@innkeeper/model/recovery/external-state';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

interface FencedAddress {
  id: number;
  address: string;
  machineId: string;
}

/** SQL condition: the pool `p` excludes the address row `a`. */
const EXCLUDED_BY_POOL = sql<boolean>`exists (
  select from unnest(p.excluded) as one where one && held_network(a.address, a.version, a.prefix))`;

/** Reserves these addresses and returns those that were not reserved before. Inserts a row for an IPv6 address of a pool that has none. */
export async function fenceAddresses(
  trx: Transaction<Database>,
  addresses: readonly MachineAddress[],
  now: Date,
): Promise<FencedAddress[]> {
  const seen = machineAddressQuery(addresses);
  await sql`
    insert into ip_addresses (pool_id, address, prefix, version, gateway, ddos_protected)
    select distinct on (seen.address) p.id, seen.address, seen.prefix, 6, p.gateway, p.ddos_protected
    from (${seen}) as seen join ip_pools p on seen.address <<= p.cidr and family(seen.address) = 6
    on conflict (address) do nothing`.execute(trx);
  const { rows } = await sql<FencedAddress>`
    update ip_addresses a set excluded = true, fenced_at = ${now}
    from (
      select distinct on (ip.id) ip.id, each.machine_id from (${seen}) as each join ip_addresses ip on ip.address = each.address
      where ip.server_id is distinct from each.server_id order by ip.id, each.machine_id) as seen
    where a.id = seen.id and a.fenced_at is null
    returning a.id, a.address, seen.machine_id as "machineId"`.execute(trx);
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Lists the addresses that no row assigns to the server of their machine. `id` is `null` if the address has no row. */
export async function foreignAddresses(
  db: Kysely<Database>,
  addresses: readonly MachineAddress[],
): Promise<(Omit<FencedAddress, 'id'> & { id: number | null })[]> {
  const { rows } = await sql<FencedAddress>`
    select a.id, host(seen.address) as address, seen.machine_id as "machineId"
    from (${machineAddressQuery(addresses)}) as seen left join ip_addresses a on a.address = seen.address
    where a.server_id is distinct from seen.server_id order by seen.machine_id, seen.address`.execute(db);
  return rows;
}

/** Releases a reserved address. Returns whether its pool still excludes the address, or `undefined` if it was not reserved. */
export async function releaseFenced(trx: Transaction<Database>, id: number): Promise<boolean | undefined> {
  const { rows } = await sql<{ excluded: boolean }>`
    update ip_addresses a set fenced_at = null, excluded = ${EXCLUDED_BY_POOL} from ip_pools p
    where a.id = ${id} and p.id = a.pool_id and a.fenced_at is not null returning a.excluded`.execute(trx);
  return rows[0]?.excluded;
}

/** Builds a query over the addresses. `server_id` is null for a machine whose name is not that of a server. */
function machineAddressQuery(addresses: readonly MachineAddress[]) {
  const column = (of: (one: MachineAddress) => unknown) => addresses.map(of);
  return sql`select * from unnest(${column(({ address }) => address)}::inet[], ${column(({ prefix }) => prefix)}::int[],
    ${column(({ machineId }) => machineId)}::text[], ${column(({ serverId }) => serverId)}::int[])
    as u (address, prefix, machine_id, server_id)`;
}
