/** Nodes and their capacity. A guarded update reserves capacity, so that it cannot be sold twice. */

import { multiplyNeed, VCPUS_PER_CORE } from '@innkeeper/model/servers/capacity';
import { type Expression, type ExpressionBuilder, type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Node, Server } from '../schema.ts';
import { atCommit, brokeConstraint, RaceLost } from '../transaction.ts';
import { type AddressRequester, countFree, providesPrefixes } from './ip-pools.ts';

export interface Capacity {
  /** vCPUs on shared cores. `dedicatedVcpus` have cores of their own, regardless of the node's overcommit. */
  vcpus: number;
  dedicatedVcpus: number;
  memoryMb: number;
  diskGb: number;
}

/** Facts of a host that a worker or `up` registers. */
export type Registration = Pick<
  Insertable<Database['nodes']>,
  'name' | 'engine' | 'accelerator' | 'accelerator_why' | 'vcpus_total' | 'memory_mb_total' | 'disk_gb_total' | 'filters'
>;

/**
 * Inserts the node with this name, or updates the facts of its machine and keeps the operator's settings. `settings` apply only to a new
 * node. Returns the node's id.
 */
export async function registerNode(
  db: Kysely<Database>,
  node: Registration,
  settings: { vcpus_overcommit?: number } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('nodes')
    .values({ ...node, ...settings })
    .onConflict((oc) => oc.column('name').doUpdateSet(node))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a node that was never measured, so it offers no capacity. Returns `undefined` if the name is taken. */
export async function insertNode(trx: Kysely<Database>, name: string): Promise<Node | undefined> {
  return trx
    .insertInto('nodes')
    .values({ name, engine: '', vcpus_total: 0, memory_mb_total: 0, disk_gb_total: 0, vcpus_overcommit: VCPUS_PER_CORE })
    .onConflict((oc) => oc.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Writes the measured facts of a node's host. Keeps the operator's settings. */
export async function updateMeasured(db: Kysely<Database>, { name, ...measured }: Registration): Promise<void> {
  await db.updateTable('nodes').set(measured).where('name', '=', name).execute();
}

/** Free capacity of a node, and when its worker was last seen. */
export interface NodeRoom extends Capacity {
  id: number;
  seenAt: Date | null;
}

/**
 * Lists the free capacity of each node that accepts servers, most memory first. A value is 0 if more is sold than the node offers. The
 * caller decides by `seenAt` which nodes are eligible (model/servers/placement.ts).
 */
export async function listRooms(db: Kysely<Database>): Promise<NodeRoom[]> {
  return rooms(db).execute();
}

/**
 * Lists the free capacity like `listRooms`, with the number of free IPv4 addresses for each node, counted up to `max`. Addresses with DDoS
 * protection do not count, because they cost extra. `ipv6` is whether servers of the node also get a prefix.
 */
export async function listRoomsWithAddresses(
  db: Kysely<Database>,
  { max, ...requester }: AddressRequester & { max: number },
): Promise<(NodeRoom & { addresses: number; ipv6: boolean })[]> {
  return rooms(db)
    .select(countFree({ version: 4, ddosProtected: false }, requester, { max, node: sql.ref('nodes.id') }).as('addresses'))
    .select(providesPrefixes(sql.ref('nodes.id')).as('ipv6'))
    .execute();
}

/** Selects the free capacity of nodes. */
export const freeRoom = (eb: ExpressionBuilder<Database, 'nodes'>) => [
  free(eb('vcpus_offered', '-', eb.ref('vcpus_used'))).as('vcpus'),
  free(wholeCores).as('dedicatedVcpus'),
  free(eb('memory_mb_offered', '-', eb.ref('memory_mb_used'))).as('memoryMb'),
  free(eb('disk_gb_offered', '-', eb.ref('disk_gb_used'))).as('diskGb'),
];

const rooms = (db: Kysely<Database>) =>
  db
    .selectFrom('nodes')
    .select(['id', 'seen_at as seenAt'])
    .select(freeRoom)
    .where('state', '=', 'active')
    .orderBy('memoryMb', 'desc')
    .orderBy('vcpus', 'desc')
    .orderBy('id');

/** Number of cores without dedicated vCPUs after packing the shared vCPUs as tightly as the overcommit allows. */
const wholeCores = sql<number>`floor(coalesce(vcpus_setting, vcpus_total) - dedicated_vcpus_used
  - (vcpus_used - dedicated_vcpus_used) / vcpus_overcommit)::integer`;

/** Value of `vcpus_offered` with this many more dedicated vCPUs (migrations/start/nodes.ts). */
const offeredWith = (more: number) => sql<number>`
  floor(greatest(coalesce(vcpus_setting, vcpus_total) - dedicated_vcpus_used - ${more}::int, 0) * vcpus_overcommit)::integer
  + least(coalesce(vcpus_setting, vcpus_total), dedicated_vcpus_used + ${more}::int)`;

const free = (difference: Expression<number>) => sql<number>`greatest(${difference}, 0)`;

const usedWith = ({ vcpus, dedicatedVcpus, memoryMb, diskGb }: Capacity) => ({
  vcpus_used: sql<number>`vcpus_used + ${vcpus + dedicatedVcpus}::int`,
  dedicated_vcpus_used: sql<number>`dedicated_vcpus_used + ${dedicatedVcpus}::int`,
  memory_mb_used: sql<number>`memory_mb_used + ${memoryMb}::int`,
  disk_gb_used: sql<number>`disk_gb_used + ${diskGb}::int`,
});

/** Reserves capacity if all of it is free. Otherwise returns false and reserves nothing. */
export async function reserveCapacity(trx: Kysely<Database>, nodeId: number, need: Capacity): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('nodes')
    .set(usedWith(need))
    .where('id', '=', nodeId)
    .where('state', '=', 'active')
    .where((eb) => eb(offeredWith(need.dedicatedVcpus), '>=', eb('vcpus_used', '+', need.vcpus + need.dedicatedVcpus)))
    .where((eb) => eb('memory_mb_offered', '>=', eb('memory_mb_used', '+', need.memoryMb)))
    .where((eb) => eb('disk_gb_offered', '>=', eb('disk_gb_used', '+', need.diskGb)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Reserves capacity at the commit. The caller has seen that the capacity is free. If it is taken by then, the commit fails and the
 * transaction is retried.
 */
export async function reserveCapacityAtCommit(trx: Transaction<Database>, nodeId: number, need: Capacity): Promise<void> {
  await atCommit(trx, trx.updateTable('nodes').set(usedWith(need)).where('id', '=', nodeId), (error) =>
    brokeConstraint(error, 'nodes_room') ? new RaceLost('a node was filled by another', { cause: error }) : error,
  );
}

/** Releases part of a node's reserved capacity. The caller ensures that this happens only once. */
export async function releasePart(trx: Transaction<Database>, nodeId: number, part: Capacity): Promise<void> {
  await trx
    .updateTable('nodes')
    .set(usedWith(multiplyNeed(part, -1)))
    .where('id', '=', nodeId)
    .execute();
}

/** Releases the capacity of a server. A mark on the server's row ensures that this happens only once. */
export async function releaseCapacity(trx: Transaction<Database>, server: Pick<Server, 'id'>): Promise<void> {
  await sql`
    with freed as (
      update server_details set holds_capacity = false where id = ${server.id} and holds_capacity
      returning node_id, vcpus, dedicated_cpu, memory_mb, disk_gb
    )
    update nodes set
      vcpus_used = vcpus_used - freed.vcpus,
      dedicated_vcpus_used = dedicated_vcpus_used - case when freed.dedicated_cpu then freed.vcpus else 0 end,
      memory_mb_used = memory_mb_used - freed.memory_mb,
      disk_gb_used = disk_gb_used - freed.disk_gb
    from freed where nodes.id = freed.node_id`.execute(trx);
}
