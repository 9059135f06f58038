import { readServerSummaries, type SummariesQuery } from '@innkeeper/db/tables/servers';
import type { RequestCx } from '@innkeeper/domain/context';
import type { Summaries } from '@innkeeper/present/server-summary';

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
