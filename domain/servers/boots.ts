/**
 * The limit of concurrent guest boots.
 *
 * A boot takes a whole core for a while. Automatic starts after an outage of the host therefore wait while as many guests boot as the host
 * has cores. Guests that were started otherwise count too. A guest that takes longer than 90 s no longer counts: it may be broken, and
 * would block the others.
 */
import { availableParallelism } from 'node:os';
import type { Database } from '@innkeeper/db/schema';
import type { Settings } from '@innkeeper/model/settings/settings';
import { seconds } from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';

const COUNTS_FOR_MS = seconds(90);

/** Returns the maximum number of concurrent boots, by default the number of cores. */
export const maxConcurrentBoots = ({ bootsAtOnce: set }: Pick<Settings, 'bootsAtOnce'>): number => set ?? availableParallelism();

/**
 * Counts the guests of a node that boot or are about to: booting guests, and queued starts after an outage of the host. Counts all nodes if
 * `nodeId` is `null`.
 *
 * Locks the count until the transaction ends, so that two concurrent callers do not both start a guest.
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

/** Lock reason of a start after an outage of the host. */
export const HOST_RESTART_REASON = 'host-restart';
