/** Public keys of accounts, with the servers that have them. */
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Database, SshKey } from '../schema.ts';
import { brokeConstraint } from '../transaction.ts';
import { type Page, type PageWanted, pageOf } from './page.ts';

export interface LoadedSshKey extends SshKey {
  /** Those that have not ended. */
  servers: { id: number; hostname: string }[];
}

/** Returns the id; undefined when the account has a key of this fingerprint already. */
export async function insertSshKey(trx: Kysely<Database>, key: Insertable<Database['ssh_keys']>): Promise<number | undefined> {
  const inserted = await trx
    .insertInto('ssh_keys')
    .values(key)
    .onConflict((oc) => oc.columns(['account_id', 'fingerprint']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** False when the account has another key of the new fingerprint; the transaction is then lost. */
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

/** Servers that have it keep it; it is only not listed with them any more. */
export async function deleteSshKey(trx: Kysely<Database>, id: number): Promise<void> {
  await trx.deleteFrom('ssh_keys').where('id', '=', id).execute();
}

export async function findSshKey(db: Kysely<Database>, id: number): Promise<LoadedSshKey | undefined> {
  return withServers(db).where('ssh_keys.id', '=', id).executeTakeFirst();
}

/** A key that exists, since it was added or is locked by the caller's transaction. */
export async function loadSshKey(db: Kysely<Database>, id: number): Promise<LoadedSshKey> {
  return withServers(db).where('ssh_keys.id', '=', id).executeTakeFirstOrThrow();
}

/** The row, held until the transaction ends. */
export async function lockSshKey(trx: Transaction<Database>, id: number): Promise<SshKey | undefined> {
  return trx.selectFrom('ssh_keys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Rows of those ids that are there, whosever they are. */
export async function findSshKeys(db: Kysely<Database>, ids: readonly number[]): Promise<SshKey[]> {
  return db.selectFrom('ssh_keys').selectAll().where('id', '=', sql<number>`any(${ids}::int[])`).orderBy('id').execute();
}

export async function pageOfSshKeys(
  db: Kysely<Database>,
  wanted: PageWanted & { accountId: number },
): Promise<Page<LoadedSshKey>> {
  return pageOf(withServers(db).where('ssh_keys.account_id', '=', wanted.accountId).orderBy('ssh_keys.id'), wanted);
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

/** How many an account has; none are added until the caller's transaction ends. */
export async function countSshKeysHeld(trx: Transaction<Database>, accountId: number): Promise<number> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { n } = await trx
    .selectFrom('ssh_keys')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return n;
}
