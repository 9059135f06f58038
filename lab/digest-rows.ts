/** Computes a digest of the rows of each table. Tests compare two digests to prove that nothing was written. */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';

export async function digestRows(db: Kysely<Database>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db);
  const digests: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as digest from ${sql.table(name)} as t`.execute(db);
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}
