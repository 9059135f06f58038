import { readServerSummaries, type SummariesQuery, type SummaryRow } from '@innkeeper/db/tables/servers';
import type { RequestCx } from '@innkeeper/domain/context';

export interface Summaries {
  rows: SummaryRow[];
  /** Id after which the next part begins, or `null` after the last part. */
  nextAfter: number | null;
  /** Id of the latest event that the rows reflect. */
  eventId: bigint;
}

/** Lists a part of the index of the caller's servers, ordered by id. */
export async function listServerSummaries(cx: RequestCx, query: Omit<SummariesQuery, 'accountId'>): Promise<Summaries> {
  const { limit } = query;
  const { rows, eventId } = await readServerSummaries(cx.db, {
    ...query,
    accountId: cx.actor.accountId,
    // One extra row shows whether another part follows.
    limit: limit + 1,
  });
  const part = rows.slice(0, limit);
  return { rows: part, nextAfter: rows.length > limit ? (part.at(-1)?.id ?? null) : null, eventId };
}
