/**
 * What affiliates earn: conversions from what the ledger has queued, approval when their time is over, and payouts. Each item has a
 * transaction of its own and is marked in it, so that what was killed is done once by the next run, and a run after weeks does all of them.
 */
import { findTerms, type Terms } from '@innkeeper/db/tables/affiliates';
import { forEachDue } from '@innkeeper/db/tables/due';
import { approvable, approveConversion } from '@innkeeper/domain/affiliates/approve';
import { earnByOrder } from '@innkeeper/domain/affiliates/earn';
import { payOut, payoutsDue } from '@innkeeper/domain/affiliates/pay-out';
import { transact } from '@innkeeper/domain/context';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Read at a time. */
const BATCH = 200;

/** Returns how much was done. Without terms all of it waits. */
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
