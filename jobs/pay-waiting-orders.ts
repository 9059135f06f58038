/**
 * Pays unpaid orders from the balance as soon as it covers them. So the code that credits an account (a deposit, a refund) need
 * not know of them, and cannot fail because of one.
 */
import { coversFromBalance } from '@innkeeper/db/ledger';
import { forEachDue } from '@innkeeper/db/tables/due';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { settleFromBalance } from '@innkeeper/domain/orders/settle';
import { minutes } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

const WORK = 'pay-waiting-orders';
/** Orders that wait and that their balance covers: looked for in an index that holds nothing but orders that wait. */
export const COVERED = sql`from orders o
  join ledger_accounts l on l.account_id = o.account_id
  join accounts a on a.id = o.account_id
  where o.status = 'awaiting_payment' and o.auto_pay and o.gross <= l.balance + l.credit_limit and a.suspended_at is null and a.billing_parked_at is null`;
/** Read at a time. */
const BATCH = 200;
/** Money may come, or what stood in the way go, while an order is passed over, and it is due before long. */
const LONGEST_PAUSE_MS = minutes(10);

/**
 * Pays each order in its own transaction, the oldest of an account first; one that the balance does not cover does not block
 * later ones. Skips suspended accounts, and parked ones. Returns how many were paid.
 */
export async function payWaitingOrders(cx: JobContext): Promise<number> {
  if (!(await isAny(cx))) return 0;
  return forEachDue(cx, {
    name: WORK,
    kind: 'order',
    longestPauseMs: LONGEST_PAUSE_MS,
    find: async (except) => (await covered(cx, except)).rows,
    act: ({ id }) => transact(cx, (one) => payFromBalance(one, id)),
  });
}

/** As a rule there is none, so the look that is made every other second is one statement; one that failed and is over counts too. */
async function isAny({ db }: JobContext): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select ${COVERED}) or exists (select from due_failures where work = ${WORK}) as any`.execute(db);
  return rows[0]?.any === true;
}

function covered({ db }: JobContext, except: readonly number[]) {
  return sql<{ id: number }>`
    select o.id ${COVERED} and o.id <> all(${[...except]}::int[]) order by o.id limit ${BATCH}`.execute(db);
}

/** Orders before this one may have taken the money since it was found. */
async function payFromBalance(cx: MutatingCx, id: number): Promise<boolean> {
  const order = await lockOrder(cx.db, id);
  if (order?.status !== 'awaiting_payment' || !order.auto_pay) return false;
  if (!(await coversFromBalance(cx.db, order.account_id, order.gross))) return false;
  await settleFromBalance(cx, order);
  await audit(cx, 'order.paid', { kind: 'order', id, accountId: order.account_id });
  return true;
}
