/** Public SSH keys of accounts, with the servers that have them. */
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, SshKey } from '../schema.ts';
import { brokeConstraint } from '../transaction.ts';
import { type Page, type PageQuery, pageOf } from './page.ts';

export interface LoadedSshKey extends SshKey {
  /** Servers with this key that have not ended. */
  servers: { id: number; hostname: string }[];
}

/** Inserts a key and returns its id, or `undefined` if the account already has a key with this fingerprint. */
export async function insertSshKey(trx: Kysely<Database>, key: Insertable<Database['ssh_keys']>): Promise<number | undefined> {
  const inserted = await trx
    .insertInto('ssh_keys')
    .values(key)
    .onConflict((oc) => oc.columns(['account_id', 'fingerprint']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** Updates a key. Returns false if the account has another key with the new fingerprint. PostgreSQL has then aborted the transaction. */
export async function updateSshKey(
  trx: Kysely<Database>,
  id: number,
  fields: Updateable<Database['ssh_keys']>,
): Promise<boolean> {
  try {
    await trx.updateTable('ssh_keys').set(fields).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (brokeConstraint(error, 'ssh_keys_once')) return false;
    throw error;
  }
}

/** Deletes a key. Servers keep the key but no longer list it. */
export async function deleteSshKey(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('ssh_keys').where('id', '=', id).execute();
}

export async function findSshKey(db: Kysely<Database>, id: number): Promise<LoadedSshKey | undefined> {
  return withServers(db).where('ssh_keys.id', '=', id).executeTakeFirst();
}

/** Loads a key. The key must exist: the caller's transaction added or locked it. */
export async function loadSshKey(db: Kysely<Database>, id: number): Promise<LoadedSshKey> {
  return withServers(db).where('ssh_keys.id', '=', id).executeTakeFirstOrThrow();
}

/** Locks a key until the transaction ends. */
export async function lockSshKey(trx: Transaction<Database>, id: number): Promise<SshKey | undefined> {
  return trx.selectFrom('ssh_keys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Finds keys of any accounts by id. Unknown ids are left out. */
export async function findSshKeys(db: Kysely<Database>, ids: readonly number[]): Promise<SshKey[]> {
  return db.selectFrom('ssh_keys').selectAll().where('id', '=', sql<number>`any(${ids}::int[])`).orderBy('id').execute();
}

export async function pageOfSshKeys(db: Kysely<Database>, query: PageQuery & { accountId: number }): Promise<Page<LoadedSshKey>> {
  return pageOf(withServers(db).where('ssh_keys.account_id', '=', query.accountId).orderBy('ssh_keys.id'), query);
}

function withServers(db: Kysely<Database>) {
  return db
    .selectFrom('ssh_keys')
    .selectAll()
    .select(
      sql<LoadedSshKey['servers']>`(
        select coalesce(json_agg(json_build_object('id', u.server_id, 'hostname', u.hostname) order by u.server_id), '[]')
        from server_ssh_keys as u where u.ssh_key_id = ssh_keys.id and u.hostname is not null)`.as('servers'),
    );
}

/** Counts the keys of an account. Locks the account, so that none is added until the caller's transaction ends. */
export async function lockAndCountSshKeys(trx: Transaction<Database>, accountId: number): Promise<number> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { n } = await trx
    .selectFrom('ssh_keys')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return n;
}
