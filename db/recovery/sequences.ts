/** Restarts id sequences after a restore. A restart is rolled back with its transaction. `setval` would not be. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

interface Sequence {
  name: string;
  /** Last used id, or the id before the start value if the sequence has not been used since its restart. */
  last: bigint;
  max: bigint;
}

/**
 * Lists the id sequences. Reads each sequence directly, because `pg_sequences` has no value for a restarted sequence before its next use.
 */
export async function findSequences(db: Kysely<Database>): Promise<Sequence[]> {
  const { rows } = await sql<{ name: string; max: string }>`
    select sequencename as name, max_value as max from pg_sequences where schemaname = 'public' order by sequencename`.execute(
    db,
  );
  if (rows.length === 0) return [];
  const each = rows.map(
    ({ name }) => sql`select ${name}::text as name, last_value - (not is_called)::int as last from ${sql.id(name)}`,
  );
  const last = new Map(
    (await sql<{ name: string; last: string }>`${sql.join(each, sql` union all `)}`.execute(db)).rows.map((row) => [
      row.name,
      BigInt(row.last),
    ]),
  );
  return rows.map(({ name, max }) => ({ name, last: last.get(name) ?? 0n, max: BigInt(max) }));
}

/** Restarts a sequence: its next value is `start`. */
export async function restartSequence(trx: Transaction<Database>, name: string, start: bigint): Promise<void> {
  await sql`alter sequence ${sql.id(name)} restart with ${sql.lit(start)}`.execute(trx);
}

/**
 * Skips event numbers and versions in each account. Streams and webhooks that had events from after the backup then find a gap and receive
 * `reset`. Cached replies from before the restore match no later version. Returns the number of accounts.
 */
export async function skipEventNumbers(trx: Transaction<Database>, margin: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update event_heads set last_id = last_id + ${margin}, version = version + ${margin}`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}
