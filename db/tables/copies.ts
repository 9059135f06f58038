/** Copies of servers' disks: snapshots and backups. */
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Copy, CopyKind, Database } from '../schema.ts';

export { type CopiesQuery, type CopySort, pageOfCopies } from './copies/list.ts';
export { copyRoom, nodesSharingStore, upsertCopyRoom } from './copies/room.ts';

export async function insertCopy(trx: Kysely<Database>, copy: Insertable<Database['copies']>): Promise<Copy> {
  return trx.insertInto('copies').values(copy).returningAll().executeTakeFirstOrThrow();
}

export async function findCopy(db: Kysely<Database>, id: number): Promise<Copy | undefined> {
  return db.selectFrom('copies').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds a complete copy of the server that has this origin and was created at or after `since`. */
export async function findCopySince(
  db: Kysely<Database>,
  serverId: number,
  origin: Copy['origin'],
  since: Date,
): Promise<Copy | undefined> {
  return db
    .selectFrom('copies')
    .selectAll()
    .where('server_id', '=', serverId)
    .where('origin', '=', origin)
    .where('status', '=', 'ready')
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
}

/** Locks a copy until the transaction ends, so that no other transaction uses or deletes the copy. */
export async function lockCopy(trx: Transaction<Database>, id: number): Promise<Copy | undefined> {
  return trx.selectFrom('copies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks a copy for share until the transaction ends. Other transactions may also use the copy, but cannot delete it. */
export async function lockCopyShared(trx: Transaction<Database>, id: number): Promise<Copy | undefined> {
  return trx.selectFrom('copies').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

export async function updateCopy(db: Kysely<Database>, id: number, fields: Updateable<Database['copies']>): Promise<void> {
  await db.updateTable('copies').set(fields).where('id', '=', id).execute();
}

export async function deleteCopy(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('copies').where('id', '=', id).execute();
}

/** Counts the copies of a kind that the customer made of a server. Includes copies in progress. */
export async function countCopies(db: Kysely<Database>, serverId: number, kind: CopyKind): Promise<number> {
  const { n } = await db
    .selectFrom('copies')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('server_id', '=', serverId)
    .where('kind', '=', kind)
    .where('origin', '=', 'customer')
    .where('status', 'in', ['creating', 'ready'])
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns why a copy is in use, `restore` or `deploy`, and since when. Returns `undefined` if the copy is not in use. */
export async function copyUse(db: Kysely<Database>, id: number): Promise<{ reason: string; since: Date } | undefined> {
  // A database function finds the restore, because the API's role cannot read the inputs of workflows.
  const { rows } = await sql<{ since: Date | null }>`select copy_restored_since(${id}::integer) as since`.execute(db);
  const since = rows[0]?.since;
  if (since) return { reason: 'restore', since };
  const deploy = await db
    .selectFrom('servers')
    .select('created_at as since')
    .where('source_copy_id', '=', id)
    .where('status', 'in', ['awaiting_payment', 'processing'])
    .executeTakeFirst();
  return deploy && { reason: 'deploy', ...deploy };
}
