import { covers } from '@innkeeper/db/ledger';
import { lockSpendable, readSpendable } from '@innkeeper/db/ledger/spending';
import type { Order } from '@innkeeper/db/schema';
import { withInvoices } from '@innkeeper/db/tables/invoices/list';
import { loadOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { settleFromBalance } from '@innkeeper/domain/orders/settle';
import { beginPayment } from '@innkeeper/domain/payments/begin';
import { methodFor, type OfferedMethod, requireMethod, requireStorable, requireWithin } from '@innkeeper/domain/payments/methods';
import { requireReferences } from '@innkeeper/domain/resources/references';
import { cappedAmount, refuseOverCap, spenderOf } from '@innkeeper/domain/spending';
import { Failure, invalid } from '@innkeeper/model/failures';
import { orderRefusal } from '@innkeeper/model/states/requirements';
import { presentOrder } from '@innkeeper/present/order';
import type { Input, Reply } from '../define.ts';

/**
 * Pays all the orders or none, at once from the balance or by a single payment through a gateway.
 *
 * Throws `validation` for an unknown order or payment method, `not_yours`, `wrong_state` for an order that is not unpaid, `spending_cap`
 * and `insufficient_funds`.
 */
export async function payOrders(cx: MutatingCx<Customer>, { body }: Input<'payOrders'>): Promise<Reply<'payOrders'>> {
  const method = body.payment_method === 'balance' ? undefined : await requireMethod(cx, body.payment_method);
  requireStorable(method, body.store_card);
  const ids = [...new Set(body.order_ids)];
  const orders = await requireReferences(cx, 'order', ids, 'order_ids');
  const due = orders.reduce((sum, { gross }) => sum + gross, 0n);
  if (!method || due === 0n) await payFromBalance(cx, orders, due);
  else await payByGateway(cx, orders, { method, due, storeCard: body.store_card });
  const paid = await Promise.all((await loadOrders(cx.db, ids)).map((order) => withInvoices(cx.db, order)));
  return { data: paid.map(presentOrder) };
}

async function payFromBalance(cx: MutatingCx<Customer>, orders: readonly Order[], due: bigint): Promise<void> {
  const deposit = orders.findIndex(({ type }) => type === 'deposit');
  if (deposit >= 0)
    throw invalid(`order_ids.${deposit}`, 'A deposit cannot be paid from the balance. Choose another payment method.');
  const balance = await lockSpendable(cx.db, spenderOf(cx, cx.actor.accountId));
  refuseOverCap(cx, balance, cappedAmount(orders));
  if (!covers(balance, due)) throw new Failure('insufficient_funds');
  for (const order of orders) {
    await settleFromBalance(cx, order);
    await audit(cx, 'payOrders', { kind: 'order', id: order.id });
  }
}

async function payByGateway(
  cx: MutatingCx<Customer>,
  orders: readonly Order[],
  { method, due, storeCard }: { method: OfferedMethod; due: bigint; storeCard: boolean },
): Promise<void> {
  for (const order of orders) {
    const message = orderRefusal('unpaid', order);
    if (message !== undefined) throw new Failure('wrong_state', { message });
  }
  requireWithin(methodFor(method, orders), due, 'payment_method');
  // The cap is checked again when the money arrives, because others can spend in the meantime.
  refuseOverCap(cx, await readSpendable(cx.db, spenderOf(cx, cx.actor.accountId)), cappedAmount(orders));
  const payment = await beginPayment(cx, { accountId: cx.actor.accountId, orders, method, storeCard });
  for (const { id } of orders) await audit(cx, 'payOrders', { kind: 'order', id }, { payment: payment.id });
}
