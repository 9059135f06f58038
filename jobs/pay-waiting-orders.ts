/**
 * Pays unpaid orders from the balance as soon as it covers them. Code that credits an account (a deposit, a refund) therefore need not
 * handle orders, and cannot fail because of one.
 */
import { covers } from '@innkeeper/db/ledger';
import { lockSpendable } from '@innkeeper/db/ledger/spending';
import { forEachDue } from '@innkeeper/db/tables/due';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { renewsEnding } from '@innkeeper/db/tables/service-ends';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { settleFromBalance } from '@innkeeper/domain/orders/settle';
import { cappedAmount, notifyOfExceededCap } from '@innkeeper/domain/spending';
import { findExceededCap } from '@innkeeper/model/money/spending-cap';
import { monthOf } from '@innkeeper/model/time/calendar';
import { minutes } from '@innkeeper/model/time/clock';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

const WORK = 'pay-waiting-orders';
/**
 * Selects waiting orders that the balance covers, that exceed no spending cap, and that renew nothing that staff ends. It uses an index that contains only waiting orders. The
 * amount spent is computed only if there is a cap.
 */
export function payableAt(now: Date): RawBuilder<unknown> {
  const { from, to } = monthOf(now);
  return sql`from orders o
  join ledger_accounts l on l.account_id = o.account_id
  join accounts a on a.id = o.account_id
  left join access_tokens t on t.id = o.token_id
  where o.status = 'awaiting_payment' and o.auto_pay and o.gross <= l.balance + l.credit_limit and a.suspended_at is null and a.billing_parked_at is null
    and not ${renewsEnding('o.id')} and case when o.uncapped or o.gross = 0 then true
      when l.monthly_cap < o.gross + case when l.monthly_cap is not null then spent(o.account_id, null, ${from}, ${to}) end then false
      when t.monthly_cap < o.gross + case when t.monthly_cap is not null then spent(o.account_id, t.id, ${from}, ${to}) end then false
      else true end`;
}
/** Maximum number of orders read at a time. */
const BATCH = 200;
/** Longest back-off in milliseconds. Money may arrive, or an obstacle may disappear, while an order waits. */
const MAX_BACKOFF_MS = minutes(10);

/**
 * Pays each order in its own transaction, the oldest of an account first. An order that the balance does not cover, or that would exceed a
 * spending cap, does not block later ones. It is paid in the next month, or after refunds. Skips suspended and parked accounts. Returns how
 * many were paid.
 */
export async function payWaitingOrders(cx: JobContext): Promise<number> {
  if (!(await isAny(cx))) return 0;
  return forEachDue(cx, {
    name: WORK,
    kind: 'order',
    maxBackoffMs: MAX_BACKOFF_MS,
    find: async (except) => (await payable(cx, except)).rows,
    act: ({ id }) => transact(cx, (one) => payFromBalance(one, id)),
  });
}

/** Returns whether any order is payable or has failed. Usually none exists, so most runs cost only this statement. */
async function isAny({ db, clock }: JobContext): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select ${payableAt(clock.now())}) or exists (select from due_failures where work = ${WORK}) as any`.execute(
    db,
  );
  return rows[0]?.any === true;
}

function payable({ db, clock }: JobContext, except: readonly number[]) {
  return sql<{ id: number }>`
    select o.id ${payableAt(clock.now())} and o.id <> all(${[...except]}::int[]) order by o.id limit ${BATCH}`.execute(db);
}

/** Pays one order. Earlier orders may have used the balance since this one was found. */
async function payFromBalance(cx: MutatingCx, id: number): Promise<boolean> {
  const order = await lockOrder(cx.db, id);
  if (order?.status !== 'awaiting_payment' || !order.auto_pay) return false;
  const balance = await lockSpendable(cx.db, { accountId: order.account_id, tokenId: order.token_id, now: cx.clock.now() });
  if (!covers(balance, order.gross) || findExceededCap(balance.caps, cappedAmount([order]))) return false;
  await settleFromBalance(cx, order);
  if (order.uncapped) await notifyOfExceededCap(cx, balance, order);
  await audit(cx, 'order.paid', { kind: 'order', id, accountId: order.account_id });
  return true;
}
