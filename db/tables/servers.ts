/** Servers: their rows, one at a time. `servers/load.ts` reads all that a server shows, `servers/list.ts` finds pages of them. */
import { type Insertable, type Kysely, sql, type Transaction, type UpdateObject } from 'kysely';
import type { Database, Server } from '../schema.ts';

export { pageOfServers, type ServerSort, type ServersWanted } from './servers/list.ts';
export { type LoadedServer, loadServer, loadServers } from './servers/load.ts';

/** Answers its id. */
export async function insertServer(trx: Kysely<Database>, server: Insertable<Database['servers']>): Promise<number> {
  const { id } = await trx.insertInto('servers').values(server).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The keys that may log in; ids that it has already are left as they are. */
export async function linkSshKeys(trx: Kysely<Database>, serverId: number, sshKeyIds: readonly number[]): Promise<void> {
  if (sshKeyIds.length === 0) return;
  await trx
    .insertInto('server_ssh_keys')
    .values(sshKeyIds.map((ssh_key_id) => ({ server_id: serverId, ssh_key_id })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** The keys that may log in are these, and no others. */
export async function replaceSshKeys(trx: Kysely<Database>, serverId: number, sshKeyIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('server_ssh_keys').where('server_id', '=', serverId).execute();
  await linkSshKeys(trx, serverId, sshKeyIds);
}

/** Ids of the keys that may log in. */
export async function sshKeyIdsOf(db: Kysely<Database>, serverId: number): Promise<number[]> {
  const rows = await db.selectFrom('server_ssh_keys').select('ssh_key_id').where('server_id', '=', serverId).execute();
  return rows.map((row) => row.ssh_key_id);
}

/** The row, held until the transaction ends. */
export async function lockServer(trx: Transaction<Database>, id: number): Promise<Server | undefined> {
  return trx.selectFrom('servers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Sets fields, and `updated_at` to the present moment. */
export async function updateServer(db: Kysely<Database>, id: number, fields: UpdateObject<Database, 'servers'>): Promise<void> {
  await db
    .updateTable('servers')
    .set({ ...fields, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}
