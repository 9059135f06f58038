/**
 * Pays unpaid orders from the balance as soon as it covers them. So the code that credits an account (a deposit, a refund) need
 * not know of them, and cannot fail because of one.
 */
import { covers } from '@innkeeper/db/ledger';
import { holdSpendable } from '@innkeeper/db/ledger/spending';
import { forEachDue } from '@innkeeper/db/tables/due';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { settleFromBalance } from '@innkeeper/domain/orders/settle';
import { cappedAmount, tellOfCrossedCap } from '@innkeeper/domain/orders/spending';
import { monthOf } from '@innkeeper/model/calendar';
import { minutes } from '@innkeeper/model/clock';
import { crossedBy } from '@innkeeper/model/spending-cap';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

const WORK = 'pay-waiting-orders';
/**
 * Orders that wait, that their balance covers, and that cross no cap: looked for in an index that holds nothing but orders that wait. What was
 * spent is asked for only where there is a cap.
 */
export function payableAt(now: Date): RawBuilder<unknown> {
  const { from, to } = monthOf(now);
  return sql`from orders o
  join ledger_accounts l on l.account_id = o.account_id
  join accounts a on a.id = o.account_id
  left join access_tokens t on t.id = o.token_id
  where o.status = 'awaiting_payment' and o.auto_pay and o.gross <= l.balance + l.credit_limit and a.suspended_at is null and a.billing_parked_at is null
    and case when o.uncapped or o.gross = 0 then true
      when l.monthly_cap < o.gross + case when l.monthly_cap is not null then spent(o.account_id, null, ${from}, ${to}) end then false
      when t.monthly_cap < o.gross + case when t.monthly_cap is not null then spent(o.account_id, t.id, ${from}, ${to}) end then false
      else true end`;
}
/** Read at a time. */
const BATCH = 200;
/** Money may come, or what stood in the way go, while an order is passed over, and it is due before long. */
const LONGEST_PAUSE_MS = minutes(10);

/**
 * Pays each order in its own transaction, the oldest of an account first; one that the balance does not cover does not block
 * later ones, nor does one that would cross a spending cap: it is paid when the month is over, or refunds leave room. Skips suspended
 * accounts, and parked ones. Returns how many were paid.
 */
export async function payWaitingOrders(cx: JobContext): Promise<number> {
  if (!(await isAny(cx))) return 0;
  return forEachDue(cx, {
    name: WORK,
    kind: 'order',
    longestPauseMs: LONGEST_PAUSE_MS,
    find: async (except) => (await payable(cx, except)).rows,
    act: ({ id }) => transact(cx, (one) => payFromBalance(one, id)),
  });
}

/** As a rule there is none, so the look that is made every other second is one statement; one that failed and is over counts too. */
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

/** Orders before this one may have taken the money since it was found. */
async function payFromBalance(cx: MutatingCx, id: number): Promise<boolean> {
  const order = await lockOrder(cx.db, id);
  if (order?.status !== 'awaiting_payment' || !order.auto_pay) return false;
  const balance = await holdSpendable(cx.db, { accountId: order.account_id, tokenId: order.token_id, now: cx.clock.now() });
  if (!covers(balance, order.gross) || crossedBy(balance.caps, cappedAmount([order]))) return false;
  await settleFromBalance(cx, order);
  if (order.uncapped) await tellOfCrossedCap(cx, balance, order);
  await audit(cx, 'order.paid', { kind: 'order', id, accountId: order.account_id });
  return true;
}
