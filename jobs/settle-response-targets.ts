/**
 * Answers that support plans promise: the staff is told when one comes near, and one that was not there in time is credited. Each has a
 * transaction of its own and is marked in it, so that a run after weeks does all of them, each once.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { idsOfTargets, responsesOverdue, responsesToWarnOf } from '@innkeeper/db/tables/response-targets';
import { transact } from '@innkeeper/domain/context';
import { settleResponseTarget, warnOfResponse } from '@innkeeper/domain/tickets/settle-response-target';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

const BATCH = 200;

/** Whether there is one to settle, or to tell of. */
export const responsesDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(exists (select ${responsesOverdue(now)}) or exists (select ${responsesToWarnOf(now)}))`;

/** Returns how many it settled or told of. */
export async function settleResponseTargets(cx: JobContext): Promise<number> {
  const settled = await forEachDue(cx, {
    name: 'settle-response-targets',
    kind: 'response_target',
    find: (except) => idsOfTargets(cx.db, responsesOverdue(cx.clock.now()), { except, most: BATCH }),
    act: ({ id }) => transact(cx, (one) => settleResponseTarget(one, id)),
  });
  // What was settled just now has its alert.
  const warned = await forEachDue(cx, {
    name: 'warn-of-responses',
    kind: 'response_target',
    find: (except) => idsOfTargets(cx.db, responsesToWarnOf(cx.clock.now()), { except, most: BATCH }),
    act: ({ id }) => transact(cx, (one) => warnOfResponse(one, id)),
  });
  return settled + warned;
}
