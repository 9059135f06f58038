/**
 * Room of a node's disk for customers' files, held before they come and released when they are gone, so that it is sold to
 * nobody meanwhile. Whoever changes it holds the row of the file, or of its workflow.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { holdCapacity, listRooms, releasePart } from './nodes.ts';

export interface DiskRoom {
  kind: 'iso';
  id: number;
}

/** The GB that so many bytes take, at least one. */
export const gbOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024 ** 3));

const onlyDisk = (diskGb: number) => ({ vcpus: 0, dedicatedVcpus: 0, memoryMb: 0, diskGb });

/** Holds it on a node that has it; false, and nothing held, when none has. */
export async function holdRoom(trx: Transaction<Database>, room: DiskRoom & { accountId: number; gb: number }): Promise<boolean> {
  const { kind, id, accountId, gb } = room;
  for (const node of await listRooms(trx)) {
    if (node.diskGb < gb || !(await holdCapacity(trx, node.id, onlyDisk(gb)))) continue;
    await trx.insertInto('disk_rooms').values({ kind, resource_id: id, node_id: node.id, account_id: accountId, gb }).execute();
    return true;
  }
  return false;
}

/** Makes it as large as the file is. False, and nothing changed, when it would grow and its node has no more. */
export async function resizeRoom(trx: Transaction<Database>, room: DiskRoom, gb: number): Promise<boolean> {
  const held = await find(trx, room);
  if (!held) return true;
  const more = gb - held.gb;
  if (more > 0 && !(await holdCapacity(trx, held.node_id, onlyDisk(more)))) return false;
  if (more < 0) await releasePart(trx, held.node_id, onlyDisk(-more));
  await trx.updateTable('disk_rooms').set({ gb }).where('kind', '=', room.kind).where('resource_id', '=', room.id).execute();
  return true;
}

/** Gives it back, once: none is fine. */
export async function releaseDiskRoom(trx: Transaction<Database>, { kind, id }: DiskRoom): Promise<void> {
  const held = await trx
    .deleteFrom('disk_rooms')
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .returning(['node_id', 'gb'])
    .executeTakeFirst();
  if (held) await releasePart(trx, held.node_id, onlyDisk(held.gb));
}

/** What an account's files hold, those that still come with the most that they may take. */
export async function gbHeldBy(db: Kysely<Database>, accountId: number): Promise<number> {
  const { gb } = await db
    .selectFrom('disk_rooms')
    .select(sql<number>`coalesce(sum(gb), 0)::int`.as('gb'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return gb;
}

function find(trx: Transaction<Database>, { kind, id }: DiskRoom) {
  return trx
    .selectFrom('disk_rooms')
    .select(['node_id', 'gb'])
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
