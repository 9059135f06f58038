/**
 * Room of a node's disk for customers' files, held before they come and released when they are gone, so that it is sold to
 * nobody meanwhile. Whoever changes it holds the row of the file, or of its workflow.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { holdCapacity, listRooms, releasePart } from './nodes.ts';

/** The room of a file, which may be on several nodes. */
export interface FileOnNodes {
  kind: 'iso';
  id: number;
}

export interface DiskRoom extends FileOnNodes {
  nodeId: number;
}

/** The GB that so many bytes take, at least one. */
export const gbOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024 ** 3));

const onlyDisk = (diskGb: number) => ({ vcpus: 0, dedicatedVcpus: 0, memoryMb: 0, diskGb });

type Held = { accountId: number | null; gb: number };

/** Holds it on a node that has it, and answers which; undefined, and nothing held, when none has. */
export async function holdRoom(trx: Transaction<Database>, room: FileOnNodes & Held): Promise<number | undefined> {
  for (const node of await listRooms(trx)) {
    if (node.diskGb >= room.gb && (await holdRoomOn(trx, { ...room, nodeId: node.id }))) return node.id;
  }
  return undefined;
}

/** False, and nothing held, when the node has no room or takes nothing more. */
export async function holdRoomOn(trx: Transaction<Database>, room: DiskRoom & Held): Promise<boolean> {
  const { kind, id, nodeId, accountId, gb } = room;
  if (!(await holdCapacity(trx, nodeId, onlyDisk(gb)))) return false;
  await trx.insertInto('disk_rooms').values({ kind, resource_id: id, node_id: nodeId, account_id: accountId, gb }).execute();
  return true;
}

/** Makes it as large as the file is. False, and nothing changed, when it would grow and its node has no more. */
export async function resizeRoom(trx: Transaction<Database>, room: DiskRoom, gb: number): Promise<boolean> {
  const held = await find(trx, room);
  if (!held) return true;
  const more = gb - held.gb;
  if (more > 0 && !(await holdCapacity(trx, room.nodeId, onlyDisk(more)))) return false;
  if (more < 0) await releasePart(trx, room.nodeId, onlyDisk(-more));
  await trx
    .updateTable('disk_rooms')
    .set({ gb })
    .where('kind', '=', room.kind)
    .where('resource_id', '=', room.id)
    .where('node_id', '=', room.nodeId)
    .execute();
  return true;
}

/** Releases it, once: none is fine. */
export async function releaseDiskRoom(trx: Transaction<Database>, { kind, id, nodeId }: DiskRoom): Promise<void> {
  const held = await trx
    .deleteFrom('disk_rooms')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .where('node_id', '=', nodeId)
    .returning('gb')
    .executeTakeFirst();
  if (held) await releasePart(trx, nodeId, onlyDisk(held.gb));
}

/** The nodes that have the file, or hold room for it. */
export async function roomNodes(db: Kysely<Database>, { kind, id }: FileOnNodes): Promise<number[]> {
  const rows = await db
    .selectFrom('disk_rooms')
    .select('node_id')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .orderBy('node_id')
    .execute();
  return rows.map(({ node_id }) => node_id);
}

/**
 * What an account's files hold, those that still arrive with the most that they may take. A file counts once, on however many
 * nodes its servers need it.
 */
export async function gbHeldBy(db: Kysely<Database>, accountId: number): Promise<number> {
  const { rows } = await sql<{ gb: number }>`
    select coalesce(sum(gb), 0)::int as gb
    from (select max(gb) as gb from disk_rooms where account_id = ${accountId} group by kind, resource_id) as files`.execute(db);
  return rows[0]?.gb ?? 0;
}

function find(trx: Transaction<Database>, { kind, id, nodeId }: DiskRoom) {
  return trx
    .selectFrom('disk_rooms')
    .select('gb')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .where('node_id', '=', nodeId)
    .forUpdate()
    .executeTakeFirst();
}
