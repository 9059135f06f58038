/** Hosts and what is free on them. Capacity is held by a guarded update, so that it can't be sold twice. */
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { Database, NodesTable, Server } from '../schema.ts';

export interface Capacity {
  vcpus: number;
  memoryMb: number;
  diskGb: number;
}

type Registration = Pick<
  Insertable<NodesTable>,
  'name' | 'engine' | 'accelerator' | 'accelerator_why' | 'vcpus_total' | 'memory_mb_total' | 'disk_gb_total'
> & { seen_at: Date };

/** Makes the node of that name known, or brings its figures up to date. Answers its id. */
export async function registerNode(db: Kysely<Database>, node: Registration): Promise<number> {
  const { id } = await db
    .insertInto('nodes')
    .values(node)
    .onConflict((oc) =>
      oc.column('name').doUpdateSet({
        ...node,
        // A host that shrank below what is sold on it is full, not broken.
        vcpus_total: sql`greatest(excluded.vcpus_total, nodes.vcpus_used)`,
        memory_mb_total: sql`greatest(excluded.memory_mb_total, nodes.memory_mb_used)`,
        disk_gb_total: sql`greatest(excluded.disk_gb_total, nodes.disk_gb_used)`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What is free on each node that takes new servers, the most memory first. */
export async function listRooms(db: Kysely<Database>): Promise<({ id: number } & Capacity)[]> {
  return db
    .selectFrom('nodes')
    .select((eb) => [
      'id',
      eb('vcpus_total', '-', eb.ref('vcpus_used')).as('vcpus'),
      eb('memory_mb_total', '-', eb.ref('memory_mb_used')).as('memoryMb'),
      eb('disk_gb_total', '-', eb.ref('disk_gb_used')).as('diskGb'),
    ])
    .where('state', '=', 'active')
    .orderBy('memoryMb', 'desc')
    .orderBy('vcpus', 'desc')
    .orderBy('id')
    .execute();
}

/** Holds it when all of it is free; false, and nothing held, when not. */
export async function holdCapacity(trx: Kysely<Database>, nodeId: number, need: Capacity): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('nodes')
    .set((eb) => ({
      vcpus_used: eb('vcpus_used', '+', need.vcpus),
      memory_mb_used: eb('memory_mb_used', '+', need.memoryMb),
      disk_gb_used: eb('disk_gb_used', '+', need.diskGb),
    }))
    .where('id', '=', nodeId)
    .where('state', '=', 'active')
    .where((eb) => eb('vcpus_total', '>=', eb('vcpus_used', '+', need.vcpus)))
    .where((eb) => eb('memory_mb_total', '>=', eb('memory_mb_used', '+', need.memoryMb)))
    .where((eb) => eb('disk_gb_total', '>=', eb('disk_gb_used', '+', need.diskGb)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives back part of what is held on a node. Its caller sees to it that this happens once. */
export async function giveBackPart(trx: Transaction<Database>, nodeId: number, part: Capacity): Promise<void> {
  await trx
    .updateTable('nodes')
    .set((eb) => ({
      vcpus_used: eb('vcpus_used', '-', part.vcpus),
      memory_mb_used: eb('memory_mb_used', '-', part.memoryMb),
      disk_gb_used: eb('disk_gb_used', '-', part.diskGb),
    }))
    .where('id', '=', nodeId)
    .execute();
}

/** Gives back what a server holds, once: the mark on its row goes with it. */
export async function giveBackCapacity(trx: Transaction<Database>, server: Pick<Server, 'id'>): Promise<void> {
  await sql`
    with freed as (
      update servers set holds_capacity = false where id = ${server.id} and holds_capacity
      returning node_id, vcpus, memory_mb, disk_gb
    )
    update nodes set
      vcpus_used = vcpus_used - freed.vcpus,
      memory_mb_used = memory_mb_used - freed.memory_mb,
      disk_gb_used = disk_gb_used - freed.disk_gb
    from freed where nodes.id = freed.node_id`.execute(trx);
}
