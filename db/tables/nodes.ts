/** Nodes and their capacity. It is reserved by a guarded update, so that it cannot be sold twice. */

import { times, VCPUS_PER_CORE } from '@innkeeper/model/capacity';
import { type Expression, type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Node, Server } from '../schema.ts';
import { atCommit, brokeConstraint, RaceLost } from '../transaction.ts';
import { type Asking, countFree, givesPrefixes } from './ip-pools.ts';

export interface Capacity {
  /** That share cores; `dedicatedVcpus` are cores of their own, whatever the node's overcommit. */
  vcpus: number;
  dedicatedVcpus: number;
  memoryMb: number;
  diskGb: number;
}

/** What a worker, or `up`, knows of a host. */
export type Registration = Pick<
  Insertable<Database['nodes']>,
  'name' | 'engine' | 'accelerator' | 'accelerator_why' | 'vcpus_total' | 'memory_mb_total' | 'disk_gb_total' | 'filters'
>;

/**
 * Inserts the node of that name, or updates what its machine has; what the operator set stays. `settings`: initial settings.
 * Returns its id.
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

/** A node that nobody has measured: it offers nothing. Undefined when there is one of that name. */
export async function insertNode(trx: Kysely<Database>, name: string): Promise<Node | undefined> {
  return trx
    .insertInto('nodes')
    .values({ name, engine: '', vcpus_total: 0, memory_mb_total: 0, disk_gb_total: 0, vcpus_overcommit: VCPUS_PER_CORE })
    .onConflict((oc) => oc.column('name').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** What the host of a node has, by its worker; what the operator set stays. */
export async function updateMeasured(db: Kysely<Database>, { name, ...measured }: Registration): Promise<void> {
  await db.updateTable('nodes').set(measured).where('name', '=', name).execute();
}

/** Capacity that is free on a node, and when its worker was last seen. */
export interface NodeRoom extends Capacity {
  id: number;
  seenAt: Date | null;
}

/**
 * Lists what is free on each node that accepts servers, the most memory first; 0 where more is sold than the node offers by now. The caller
 * decides by `seenAt` where something new may go (model/placement.ts).
 */
export async function listRooms(db: Kysely<Database>): Promise<NodeRoom[]> {
  return rooms(db).execute();
}

/** The same, with how many free IPv4 addresses its servers may use, counted to `most`; without protection, which nobody gets for nothing. `ipv6`: they get a prefix too. */
export async function listRoomsWithAddresses(
  db: Kysely<Database>,
  { most, ...asking }: Asking & { most: number },
): Promise<(NodeRoom & { addresses: number; ipv6: boolean })[]> {
  return rooms(db)
    .select(countFree({ version: 4, ddosProtected: false }, asking, { most, node: sql.ref('nodes.id') }).as('addresses'))
    .select(givesPrefixes(sql.ref('nodes.id')).as('ipv6'))
    .execute();
}

const rooms = (db: Kysely<Database>) =>
  db
    .selectFrom('nodes')
    .select((eb) => [
      'id',
      'seen_at as seenAt',
      free(eb('vcpus_offered', '-', eb.ref('vcpus_used'))).as('vcpus'),
      free(wholeCores).as('dedicatedVcpus'),
      free(eb('memory_mb_offered', '-', eb.ref('memory_mb_used'))).as('memoryMb'),
      free(eb('disk_gb_offered', '-', eb.ref('disk_gb_used'))).as('diskGb'),
    ])
    .where('state', '=', 'active')
    .orderBy('memoryMb', 'desc')
    .orderBy('vcpus', 'desc')
    .orderBy('id');

/** Cores of which neither a dedicated vCPU nor any of the shared ones, packed as tight as the overcommit allows, has a part. */
const wholeCores = sql<number>`floor(coalesce(vcpus_setting, vcpus_total) - dedicated_vcpus_used
  - (vcpus_used - dedicated_vcpus_used) / vcpus_overcommit)::integer`;

/** `vcpus_offered` as it will be with so many more dedicated ones (migrations/start/nodes.ts). */
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

/** Reserves capacity when all of it is free; false, and nothing reserved, when not. */
export async function holdCapacity(trx: Kysely<Database>, nodeId: number, need: Capacity): Promise<boolean> {
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
 * Reserves capacity that was seen to be free, with the commit. Where it is free no longer nothing is committed, and the transaction is tried
 * again by what is left.
 */
export async function holdCapacityAtCommit(trx: Transaction<Database>, nodeId: number, need: Capacity): Promise<void> {
  await atCommit(trx, trx.updateTable('nodes').set(usedWith(need)).where('id', '=', nodeId), (error) =>
    brokeConstraint(error, 'nodes_room') ? new RaceLost('a node was filled by another', { cause: error }) : error,
  );
}

/** Releases part of what is reserved on a node. The caller makes sure that this happens once. */
export async function releasePart(trx: Transaction<Database>, nodeId: number, part: Capacity): Promise<void> {
  await trx
    .updateTable('nodes')
    .set(usedWith(times(part, -1)))
    .where('id', '=', nodeId)
    .execute();
}

/** Releases the capacity of a server, once: a mark on its row says whether it holds any. */
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
