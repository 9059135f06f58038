import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * The current snapshot of the database as a text: two statements that see the same text see the same rows, in all tables. It
 * changes with every commit and never repeats (its upper end only grows; under the same upper end transactions only end).
 * https://www.postgresql.org/docs/17/functions-info.html#FUNCTIONS-PG-SNAPSHOT
 */
export async function readSnapshot(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database has no snapshot');
  return row.snapshot;
}
