/**
 * Version numbers of cached data. The database increments them in each transaction that changes such data (`migrations/start/versions.ts`).
 * Each account has a version, and all accounts share the version of the catalogue.
 */
import type pg from 'pg';

export interface Versions {
  catalogue: string;
  /** Versions by account id. An account without an entry has not changed anything yet. */
  accounts: ReadonlyMap<number, string>;
}

const TEXT = `
  select 0 as account, version::text from catalogue_version
  union all select account_id, version::text from event_heads where account_id = any($1::int[])`;

/**
 * Reads the versions of these accounts and of the catalogue, as of the statement's snapshot. Uses `pg` directly, because this is the only
 * statement of a cached reply. Kysely's promises would take a quarter of its time.
 */
export async function readVersions(pool: Pick<pg.Pool, 'query'>, accountIds: readonly number[]): Promise<Versions> {
  const { rows } = await pool.query<[number, string]>({ name: 'versions', text: TEXT, values: [accountIds], rowMode: 'array' });
  const accounts = new Map(rows);
  const catalogue = accounts.get(0);
  if (catalogue === undefined) throw new Error('the catalogue has no version');
  return { catalogue, accounts };
}
