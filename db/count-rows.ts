import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/** Counts the rows of all tables. Reads each table once, so it takes about a second per gigabyte. */
export async function countRows(db: Kysely<Database>): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(
    db,
  );
  const counts: [string, number][] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(`public.${name}`)}`.execute(db);
    counts.push([name, Number(rows[0]?.count)]);
  }
  return Object.fromEntries(counts);
}
