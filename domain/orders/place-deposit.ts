/** Places deposits: orders that add money to the balance. A deposit has no service and no VAT. VAT is due when the balance is spent. */
import type { Order } from '@innkeeper/db/schema';
import { insertOrder, lockOrder } from '@innkeeper/db/tables/orders';
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money/money';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { plainTax, priceLine } from '@innkeeper/model/pricing/line';
import { sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { buyerOf } from './buyer.ts';

/** Maximum number of unpaid deposits per account. They reserve nothing, but rows and gateway pages have a cost. */
const MAX_WAITING = 20;

/** Places a deposit and returns the order, locked. Throws `unpaid_limit` while too many deposits of the account wait. */
export async function placeDeposit(
  cx: MutatingCx,
  { accountId, amount, method }: { accountId: number; amount: Cents; method: string },
): Promise<Order> {
  await refuseTooMany(cx, accountId);
  const now = cx.clock.now();
  const { tax } = await buyerOf(cx, accountId);
  const price = priceLine({ steps: [fixedStep(amount)], tax: plainTax(0) });
  const { net, vat, gross } = price;
  const id = await insertOrder(cx.db, {
    account_id: accountId,
    type: 'deposit',
    status: 'awaiting_payment',
    tax: JSON.stringify({ ...tax, rateBp: 0, note: null, pending: false }),
    net,
    vat,
    gross,
    payment_method: method,
    auto_pay: false,
    created_at: now,
    due_at: new Date(now.getTime() + cx.settings.orderDueMs),
    lines: [{ label: 'Deposit', service_type: null, service_id: null, billing_cycle: 0, ...price }],
  });
  return (await lockOrder(cx.db, id)) as Order;
}

/** Locks the ledger account, so that other deposits wait and the count is exact. Throws `unpaid_limit`. */
async function refuseTooMany({ db }: MutatingCx, accountId: number): Promise<void> {
  await db.selectFrom('ledger_accounts').select('id').where('account_id', '=', accountId).forNoKeyUpdate().execute();
  const { waiting } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'awaiting_payment')
    .where('type', '=', 'deposit')
    .executeTakeFirstOrThrow();
  if (waiting >= MAX_WAITING)
    throw new Failure('unpaid_limit', {
      message: `An account can have at most ${MAX_WAITING} unpaid deposits. Pay or delete some of them first.`,
    });
}
