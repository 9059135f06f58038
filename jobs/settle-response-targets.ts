/**
 * Settles the response times that support plans promise. Staff is alerted before a deadline, and a missed target is credited. Each target
 * is marked in its own transaction, so even a run after weeks processes each target once.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { idsOfTargets, responsesOverdue, responsesToWarnOf } from '@innkeeper/db/tables/response-targets';
import { transact } from '@innkeeper/domain/context';
import { settleResponseTarget, warnOfResponse } from '@innkeeper/domain/tickets/settle-response-target';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

const BATCH = 200;

/** Returns whether there is a target to settle or to warn of. */
export const responsesDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(exists (select ${responsesOverdue(now)}) or exists (select ${responsesToWarnOf(now)}))`;

/** Processes due targets. Returns how many were settled or warned of. */
export async function settleResponseTargets(cx: JobContext): Promise<number> {
  const settled = await forEachDue(cx, {
    name: 'settle-response-targets',
    kind: 'response_target',
    find: (except) => idsOfTargets(cx.db, responsesOverdue(cx.clock.now()), { except, max: BATCH }),
    act: ({ id }) => transact(cx, (one) => settleResponseTarget(one, id)),
  });
  // A target that was just settled already has its alert.
  const warned = await forEachDue(cx, {
    name: 'warn-of-responses',
    kind: 'response_target',
    find: (except) => idsOfTargets(cx.db, responsesToWarnOf(cx.clock.now()), { except, max: BATCH }),
    act: ({ id }) => transact(cx, (one) => warnOfResponse(one, id)),
  });
  return settled + warned;
}
