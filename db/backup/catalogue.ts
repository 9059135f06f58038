/** Lists the tables and sequences that a backup holds, from PostgreSQL's catalog, so that none can be forgotten. */
import type pg from 'pg';

export interface TableOfBackup {
  name: string;
  /** Columns without generated ones, which are computed again. */
  columns: string[];
}

/** Lists permanent tables by name. Unlogged tables are empty after a crash, so nothing depends on them. */
export async function listTables(client: pg.Client): Promise<TableOfBackup[]> {
  const { rows } = await client.query<TableOfBackup>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    group by 1 order by 1`);
  return rows;
}

/** Lists all tables with rows, including unlogged ones. */
export async function listAllTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
  return rows.map(({ name }) => name);
}

/** Lists all sequences by name. */
export async function listSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`);
  return rows.map(({ name }) => name);
}

/** Returns whether the schema has any table, view or sequence. */
export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1`);
  return rows.length === 0;
}
