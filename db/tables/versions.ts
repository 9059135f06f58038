/**
 * Numbers that the database raises itself, in each transaction that changes what cached reads show (`migrations/start/versions.ts`): of
 * one account's rows, and of the catalogue that all accounts share.
 */
import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { Database } from '../schema.ts';

export interface Versions {
  catalogue: string;
  /** By account; none has changed anything yet that is not in it. */
  accounts: ReadonlyMap<number, string>;
}

const TEXT = `
  select 0 as account, version::text from catalogue_version
  union all select account_id, version::text from event_heads where account_id = any($1::int[])`;

/**
 * Of these accounts and of the catalogue, as the statement's snapshot shows them. By \`pg\` alone: this is the one statement of a reply that
 * is cached, and Kysely with its promises takes a quarter of it.
 */
export async function readVersions(pool: Pick<pg.Pool, 'query'>, accountIds: readonly number[]): Promise<Versions> {
  const { rows } = await pool.query<[number, string]>({ name: 'versions', text: TEXT, values: [accountIds], rowMode: 'array' });
  const accounts = new Map(rows);
  const catalogue = accounts.get(0);
  if (catalogue === undefined) throw new Error('the catalogue has no version');
  return { catalogue, accounts };
}

/** For what shows otherwise from now on and no trigger can tell. Everything else raises it by itself. */
export async function raiseVersion(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx
    .updateTable('event_heads')
    .set((eb) => ({ version: eb('version', '+', 1n) }))
    .where('account_id', '=', accountId)
    .execute();
}
