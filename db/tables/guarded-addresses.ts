/** Reads the guarded addresses of a node: addresses of its servers, whose traffic the node measures to detect attacks. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface GuardedAddressRow {
  id: number;
  account_id: number;
  address: string;
  version: 4 | 6;
  ddos_protected: boolean;
  port_mbps: number;
}

/** Lists the guarded addresses of a node, or with `null` of all nodes. */
export async function guardedAddresses(db: Kysely<Database>, nodeId: number | null): Promise<GuardedAddressRow[]> {
  const { rows } = await sql<GuardedAddressRow>`
    select a.id, a.account_id, host(a.address) as address, a.version, a.ddos_protected, s.network_speed_mbps as port_mbps
    from ip_addresses a join server_details s on s.id = a.server_id
    where a.account_id is not null ${nodeId === null ? sql`` : sql`and s.node_id = ${nodeId}`} order by a.id`.execute(db);
  return rows;
}
