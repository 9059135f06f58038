/**
 * Settles the earnings of affiliates: conversions from queued ledger entries, their approval after the waiting time, and payouts. Each item
 * is processed and marked in one transaction, so the next run processes an interrupted item exactly once. A run after weeks of downtime
 * processes the items of all these weeks.
 */
import { findTerms, type Terms } from '@innkeeper/db/tables/affiliates';
import { forEachDue } from '@innkeeper/db/tables/due';
import { approvable, approveConversion } from '@innkeeper/domain/affiliates/approve';
import { earnByOrder } from '@innkeeper/domain/affiliates/earn';
import { payOut, payoutsDue } from '@innkeeper/domain/affiliates/pay-out';
import { transact } from '@innkeeper/domain/context';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Maximum number of items read at a time. */
const BATCH = 200;

/** Processes due items. Returns how many. Without affiliate terms, all items wait. */
export async function settleAffiliates(cx: JobContext): Promise<number> {
  const terms = await findTerms(cx.db);
  if (!terms) return 0;
  const earned = await earn(cx, terms);
  const approved = await forEachDue(cx, {
    name: 'approve-conversions',
    kind: 'affiliate_conversion',
    find: (except) => approvable(cx, except, BATCH),
    act: ({ id }) => transact(cx, (one) => approveConversion(one, id)),
  });
  const paid = await forEachDue(cx, {
    name: 'pay-affiliates',
    kind: 'account',
    find: (except) => payoutsDue(cx, except, BATCH),
    act: ({ id }) => transact(cx, (one) => payOut(one, id, terms)),
  });
  return earned + approved + paid;
}

function earn(cx: JobContext, terms: Terms): Promise<number> {
  return forEachDue(cx, {
    name: 'earn-commissions',
    kind: 'order',
    find: async (except) => (await ordersDue(cx, except)).rows,
    act: ({ id }) => transact(cx, (one) => earnByOrder(one, id, terms)),
  });
}

function ordersDue({ db }: JobContext, except: readonly number[]) {
  return sql<{ id: number }>`
    select order_id as id from (
      select * from affiliate_due where order_id <> all(${[...except]}::int[]) order by entry_id limit ${BATCH}) as due
    group by order_id order by min(entry_id)`.execute(db);
}
