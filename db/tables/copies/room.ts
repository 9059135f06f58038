/** Free room for copies, as the worker last measured it. The API has no access to the disks. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { CopyKind, Database } from '../../schema.ts';

const GIB = 1_073_741_824n;

export interface CopyRoom {
  kind: CopyKind;
  nodeId: number;
  target: string;
  /** Location of the store, as in `CopyStore`. */
  location: string | null;
  /** Free bytes, or `null` if the store is unlimited. */
  freeBytes: bigint | null;
  now: Date;
}

/** Stores the free room that a worker measured. */
export async function upsertCopyRoom(db: Kysely<Database>, room: CopyRoom): Promise<void> {
  const seen = { target: room.target, location: room.location, free_bytes: room.freeBytes, seen_at: room.now };
  await db
    .insertInto('copy_rooms')
    .values({ kind: room.kind, node_id: room.nodeId, ...seen })
    .onConflict((oc) => oc.columns(['kind', 'node_id']).doUpdateSet(seen))
    .execute();
}

/**
 * Returns the bytes left on a node for one more copy if each copy in progress takes its maximum. Returns `null` if the store does not
 * report free room. The row stays locked until the transaction ends, so that two requests do not take the same room.
 */
export async function copyRoom(trx: Transaction<Database>, kind: CopyKind, nodeId: number): Promise<bigint | null> {
  const seen = await trx
    .selectFrom('copy_rooms')
    .select('free_bytes')
    .where('kind', '=', kind)
    .where('node_id', '=', nodeId)
    .forUpdate()
    .executeTakeFirst();
  if (!seen || seen.free_bytes === null) return null;
  const { gb } = await trx
    .selectFrom('copies')
    .select(sql<number>`coalesce(sum(size_gb), 0)::int`.as('gb'))
    .where('status', '=', 'creating')
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
  // Downloads in progress use the same disk.
  const downloads = await trx
    .selectFrom('disk_rooms as r')
    .innerJoin('isos as i', 'i.id', 'r.resource_id')
    .select(sql<number>`coalesce(sum(r.gb), 0)::int`.as('gb'))
    .where('i.status', '=', 'downloading')
    .where('r.node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
  return seen.free_bytes - BigInt(gb + downloads.gb) * GIB;
}

/** Lists other nodes that store their backups in the same store as this node. The list is empty if the store is the node's own disk. */
export async function nodesSharingStore(db: Kysely<Database>, nodeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('copy_rooms as other')
    .innerJoin('copy_rooms as own', 'own.location', 'other.location')
    .select('other.node_id')
    .where('own.node_id', '=', nodeId)
    .where('own.kind', '=', 'backup')
    .where('other.kind', '=', 'backup')
    .where('other.node_id', '<>', nodeId)
    .execute();
  return rows.map(({ node_id }) => node_id);
}
