/**
 * Disk reservations: room of a node's disk for customers' files, reserved before they arrive and released when they are removed.
 * Callers have locked the row of the file, or of its workflow.
 */
import { listPlaceable } from '@innkeeper/model/placement';
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

/**
 * Reserves disk on a node that has room, and returns the node's id. Returns `undefined`, and reserves nothing, if none has. A node whose worker is
 * away at `now` is tried last.
 */
export async function holdRoom(trx: Transaction<Database>, room: FileOnNodes & Held, now: Date): Promise<number | undefined> {
  for (const node of listPlaceable(await listRooms(trx), now)) {
    if (node.diskGb >= room.gb && (await holdRoomOn(trx, { ...room, nodeId: node.id }))) return node.id;
  }
  return undefined;
}

/** False, and nothing reserved, when the node has no room or accepts nothing new. */
export async function holdRoomOn(trx: Transaction<Database>, room: DiskRoom & Held): Promise<boolean> {
  const { kind, id, nodeId, accountId, gb } = room;
  if (!(await holdCapacity(trx, nodeId, onlyDisk(gb)))) return false;
  await trx.insertInto('disk_rooms').values({ kind, resource_id: id, node_id: nodeId, account_id: accountId, gb }).execute();
  return true;
}

/** Adjusts a reservation to the size of the file. False, and nothing changed, when it would grow and the node has no room. */
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

/** Releases a reservation; without one it does nothing. */
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

/** The nodes that have the file, or have reserved room for it. */
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

/** GB that an account's files take, those in progress with their maximum. A file counts once, on however many nodes it is. */
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
