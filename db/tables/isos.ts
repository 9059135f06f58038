/** ISO files, and the servers that have them in a drive. */
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, Iso } from '../schema.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export interface LoadedIso extends Iso {
  /** Servers of the requesting account that have the ISO in a drive. */
  servers: { id: number; hostname: string }[];
}

/** Inserts an ISO and returns its id. */
export async function insertIso(trx: Kysely<Database>, iso: Insertable<Database['isos']>): Promise<number> {
  const { id } = await trx.insertInto('isos').values(iso).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findIso(db: Kysely<Database>, id: number): Promise<Iso | undefined> {
  return db.selectFrom('isos').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks an ISO until the transaction ends, so that no other transaction inserts it into a drive or deletes it. */
export async function lockIso(trx: Transaction<Database>, id: number): Promise<Iso | undefined> {
  return trx.selectFrom('isos').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks an ISO for share until the transaction ends. Other transactions may also use the ISO, but cannot delete it. */
export async function lockIsoShared(trx: Transaction<Database>, id: number): Promise<Iso | undefined> {
  return trx.selectFrom('isos').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

export async function updateIso(db: Kysely<Database>, id: number, fields: Updateable<Database['isos']>): Promise<void> {
  await db.updateTable('isos').set(fields).where('id', '=', id).execute();
}

/** Lists the nodes that have the complete file. */
export async function isoNodes(db: Kysely<Database>, id: number): Promise<number[]> {
  const rows = await db.selectFrom('iso_files').select('node_id').where('iso_id', '=', id).orderBy('node_id').execute();
  return rows.map(({ node_id }) => node_id);
}

/** Returns the path of the file on a node, or `null` while the node does not have it. */
export async function isoPath(db: Kysely<Database>, id: number, nodeId: number): Promise<string | null> {
  const file = await db
    .selectFrom('iso_files')
    .select('path')
    .where('iso_id', '=', id)
    .where('node_id', '=', nodeId)
    .executeTakeFirst();
  return file?.path ?? null;
}

/** Records that the node has the complete file. */
export async function upsertIsoFile(db: Kysely<Database>, id: number, nodeId: number, path: string): Promise<void> {
  await db
    .insertInto('iso_files')
    .values({ iso_id: id, node_id: nodeId, path })
    .onConflict((oc) => oc.columns(['iso_id', 'node_id']).doUpdateSet({ path }))
    .execute();
}

export async function deleteIsoFile(db: Kysely<Database>, id: number, nodeId: number): Promise<void> {
  await db.deleteFrom('iso_files').where('iso_id', '=', id).where('node_id', '=', nodeId).execute();
}

export async function deleteIsoRow(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('isos').where('id', '=', id).execute();
}

/** Loads an ISO with the account's servers that have it in a drive. The caller checks the owner. */
export async function loadIso(db: Kysely<Database>, id: number, accountId: number): Promise<LoadedIso | undefined> {
  return withServers(db, accountId).where('isos.id', '=', id).executeTakeFirst();
}

/** Returns a page of the account's and the operator's ISOs, newest first. */
export async function pageOfIsos(db: Kysely<Database>, filter: PageQuery & { accountId: number }): Promise<Page<LoadedIso>> {
  const query = withServers(db, filter.accountId)
    .where((eb) => eb.or([eb('isos.account_id', '=', filter.accountId), eb('isos.account_id', 'is', null)]))
    .orderBy('isos.id', 'desc');
  return pageOf(query, filter);
}

/** Counts the ISOs of an account. Locks the account until the transaction ends, so that concurrent additions wait for each other. */
export async function lockAndCountIsos(trx: Transaction<Database>, accountId: number): Promise<number> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { n } = await trx
    .selectFrom('isos')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns whether the ISO is in a drive of any server. */
export async function isInDrive(db: Kysely<Database>, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('servers')
    .select('id')
    .where((eb) => eb.or([eb('primary_iso_id', '=', id), eb('secondary_iso_id', '=', id)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function withServers(db: Kysely<Database>, accountId: number) {
  return db
    .selectFrom('isos')
    .selectAll('isos')
    .select(
      sql<LoadedIso['servers']>`(
        select coalesce(json_agg(json_build_object('id', s.id, 'hostname', s.hostname) order by s.id), '[]')
        from servers as s where isos.id in (s.primary_iso_id, s.secondary_iso_id) and s.account_id = ${accountId})`.as('servers'),
    );
}
