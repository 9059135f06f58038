/**
 * Disk reservations for customers' files on a node's disk. A reservation is made before the file arrives and released when the file is
 * removed.
 *
 * Callers must hold the lock on the row of the file or of its workflow.
 */
import { listPlaceable } from '@innkeeper/model/servers/placement';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { listRooms, releasePart, reserveCapacity } from './nodes.ts';

/** A file that may have reservations on several nodes. */
export interface FileOnNodes {
  kind: 'iso';
  id: number;
}

export interface DiskReservation extends FileOnNodes {
  nodeId: number;
}

/** Converts bytes to whole GB, rounded up. The minimum is 1. */
export const gbOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024 ** 3));

const onlyDisk = (diskGb: number) => ({ vcpus: 0, dedicatedVcpus: 0, memoryMb: 0, diskGb });

type ReservedSpace = { accountId: number | null; gb: number };

/**
 * Reserves disk on a node that has room, and returns the node's id. Returns `undefined`, and reserves nothing, if no node has room. Nodes
 * whose worker is away at `now` are tried last.
 */
export async function reserveDisk(
  trx: Transaction<Database>,
  room: FileOnNodes & ReservedSpace,
  now: Date,
): Promise<number | undefined> {
  for (const node of listPlaceable(await listRooms(trx), now)) {
    if (node.diskGb >= room.gb && (await reserveDiskOn(trx, { ...room, nodeId: node.id }))) return node.id;
  }
  return undefined;
}

/** Reserves disk on one node. Returns false, and reserves nothing, if the node has no room or accepts nothing new. */
export async function reserveDiskOn(trx: Transaction<Database>, room: DiskReservation & ReservedSpace): Promise<boolean> {
  const { kind, id, nodeId, accountId, gb } = room;
  if (!(await reserveCapacity(trx, nodeId, onlyDisk(gb)))) return false;
  await trx.insertInto('disk_rooms').values({ kind, resource_id: id, node_id: nodeId, account_id: accountId, gb }).execute();
  return true;
}

/**
 * Adjusts a reservation to the size of the file. Returns false, and changes nothing, if the node has no room for a larger reservation.
 * Returns true if no reservation exists.
 */
export async function resizeReservation(trx: Transaction<Database>, room: DiskReservation, gb: number): Promise<boolean> {
  const reservation = await find(trx, room);
  if (!reservation) return true;
  const more = gb - reservation.gb;
  if (more > 0 && !(await reserveCapacity(trx, room.nodeId, onlyDisk(more)))) return false;
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

/** Releases a reservation. Does nothing without one. */
export async function releaseReservation(trx: Transaction<Database>, { kind, id, nodeId }: DiskReservation): Promise<void> {
  const reservation = await trx
    .deleteFrom('disk_rooms')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .where('node_id', '=', nodeId)
    .returning('gb')
    .executeTakeFirst();
  if (reservation) await releasePart(trx, nodeId, onlyDisk(reservation.gb));
}

/** Lists the nodes on which the file has a reservation. */
export async function listReservationNodes(db: Kysely<Database>, { kind, id }: FileOnNodes): Promise<number[]> {
  const rows = await db
    .selectFrom('disk_rooms')
    .select('node_id')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .orderBy('node_id')
    .execute();
  return rows.map(({ node_id }) => node_id);
}

/** Returns the GB reserved for an account's files. A file on several nodes counts once, with its largest reservation. */
export async function reservedGb(db: Kysely<Database>, accountId: number): Promise<number> {
  const { rows } = await sql<{ gb: number }>`
    select coalesce(sum(gb), 0)::int as gb
    from (select max(gb) as gb from disk_rooms where account_id = ${accountId} group by kind, resource_id) as files`.execute(db);
  return rows[0]?.gb ?? 0;
}

function find(trx: Transaction<Database>, { kind, id, nodeId }: DiskReservation) {
  return trx
    .selectFrom('disk_rooms')
    .select('gb')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .where('node_id', '=', nodeId)
    .forUpdate()
    .executeTakeFirst();
}
