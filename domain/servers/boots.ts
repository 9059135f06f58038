/**
 * How many guests boot at a moment. A boot takes a whole core for a while, so what nobody asked for (starts after the host was
 * down) waits while as many as the host has cores boot already, whoever pressed them. A guest that takes longer than this is
 * not waited for: it may be broken, and would keep the others off.
 */
import { availableParallelism } from 'node:os';
import type { Database } from '@innkeeper/db/schema';
import { seconds } from '@innkeeper/model/clock';
import { type Kysely, sql } from 'kysely';

const COUNTS_FOR_MS = seconds(90);

export const BOOTS_AT_ONCE = availableParallelism();

/**
 * Boots of a node (null: of all) that are under way or about to be: guests that boot, and starts after the host was down that are ordered and have not pressed
 * yet. Held for the transaction, so that two that count at the same moment do not both begin.
 */
export async function countBoots(
  trx: Kysely<Database>,
  now: Date,
  { lockReason, nodeId }: { lockReason: string; nodeId: number | null },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('start-interrupted', 0))`.execute(trx);
  const since = new Date(now.getTime() - COUNTS_FOR_MS);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from servers s
    where (${nodeId}::int is null or s.node_id = ${nodeId}::int) and (s.power = 'booting' and s.updated_at > ${since}
      or exists (select from locks l where l.kind = 'server' and l.resource_id = s.id and l.reason = ${lockReason}))`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
}

/** The lock of a start after the host was down. */
export const AFTER_HOST = 'host-restart';
