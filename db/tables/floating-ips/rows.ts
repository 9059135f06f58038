/** Rows of floating IPs: the paid service (`services`), its details (`floating_ip_details`), and the address that it holds. */
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { Database, FloatingIp, IpAddress } from '../../schema.ts';

export type NewFloatingIp = Omit<Insertable<Database['services']>, 'type' | 'parent_id' | 'key'> & { key: string };

/**
 * Inserts the paid services and returns their ids, in the order given. The caller then assigns their addresses and calls
 * `insertFloatingIps`.
 */
export async function insertFloatingIpServices(trx: Kysely<Database>, rows: readonly NewFloatingIp[]): Promise<number[]> {
  const values = rows.map((row) => ({ ...row, type: 'floating-ip' as const }));
  const inserted = await trx.insertInto('services').values(values).returning('id').execute();
  // Ids are assigned in the order of the rows.
  return inserted.map(({ id }) => id).toSorted((a, b) => a - b);
}

/** Inserts the details of floating IPs. Each address must already belong to a floating IP. */
export async function insertFloatingIps(
  trx: Kysely<Database>,
  addresses: readonly IpAddress[],
  { attachTo }: { attachTo: number | null },
): Promise<void> {
  const rows = addresses.map((row) => ({
    id: row.floating_ip_id as number,
    attach_to: attachTo,
    address_id: row.id,
    address: row.address,
    prefix: row.prefix,
    version: row.version,
    gateway: row.gateway,
    ddos_protected: row.ddos_protected,
    assigned_at: row.assigned_at as Date,
  }));
  await trx.insertInto('floating_ip_details').values(rows).execute();
}

/** Locks both rows of each floating IP until the transaction ends, in the order of their ids. */
export async function lockFloatingIps(trx: Transaction<Database>, ids: readonly number[]): Promise<FloatingIp[]> {
  const which = sql<number>`any(${[...ids]}::int[])`;
  return trx.selectFrom('floating_ips').selectAll().where('id', '=', which).orderBy('id').forUpdate().execute();
}

/** Sets the server that these floating IPs are attached to as soon as possible, or `null` for none. */
export async function setAttachTo(trx: Kysely<Database>, ids: readonly number[], serverId: number | null): Promise<void> {
  await trx
    .updateTable('floating_ip_details')
    .set({ attach_to: serverId })
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
}

/** Assigns the addresses to this server, or with `null` to none, after the network cards have been changed. */
export async function moveFloatingIps(trx: Kysely<Database>, ids: readonly number[], serverId: number | null): Promise<void> {
  await trx
    .updateTable('ip_addresses')
    .set({ server_id: serverId })
    .where('floating_ip_id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
}

/** Returns by floating IP id the only node whose servers can have the floating IP, or `null` for every node. */
export async function poolNodesOf(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ id: number; node_id: number | null }>`
    select a.floating_ip_id as id, p.node_id from ip_addresses a join ip_pools p on p.id = a.pool_id
    where a.floating_ip_id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, node_id }) => [id, node_id]));
}
