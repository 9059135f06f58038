import { type LoadedOrder, loadOrders, serviceLines } from '@innkeeper/db/tables/orders';
import { insertSupportPlan } from '@innkeeper/db/tables/support-plans';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { decidePayment, payOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { beginTerm } from '@innkeeper/domain/services/begin-term';
import {
  alreadyHasPlan,
  checkSupportPlan,
  type SupportPlanPurchase,
  supportPlanLine,
} from '@innkeeper/domain/support-plans/check';
import { Failure } from '@innkeeper/model/failures';
import { serviceLifecycle } from '@innkeeper/model/states/server';

/**
 * Orders a support plan, which is active once it is paid. Throws `validation` for `plan`, `wrong_state` if the account already has a plan,
 * and the errors of `decidePayment`.
 */
export async function purchaseSupportPlan(cx: MutatingCx<Customer>, purchase: SupportPlanPurchase): Promise<LoadedOrder> {
  const { billingCycle, autoPay } = purchase;
  const { accountId } = cx.actor;
  const buyer = await buyerOf(cx, accountId);
  const plan = await checkSupportPlan(cx, purchase);
  const line = supportPlanLine(cx, buyer.tax, plan, billingCycle);
  const payment = await decidePayment(cx, buyer, { servers: 0, addresses: 0, amount: line.gross }, { autoPay });
  const id = await insertSupportPlan(cx.db, {
    key: plan.key,
    account_id: accountId,
    status: payment.paid ? serviceLifecycle.next('awaiting_payment', 'pay') : 'awaiting_payment',
    billing_cycle: billingCycle,
    renew_price: plan.price * BigInt(billingCycle),
    created_at: cx.clock.now(),
  });
  if (id === undefined) throw alreadyHasPlan();
  const order = await writeOrder(cx, { buyer, type: 'new-service', autoPay, lines: [{ ...line, service_id: id }] }, payment);
  const { orderId } = order;
  await payOrder(cx, order, () => beginTerm(cx, serviceLines(order.lines), 'Support plan'));
  await audit(cx, 'purchaseSupportPlan', { kind: 'support_plan', id }, { order: orderId, plan: plan.key });
  const [loaded] = await loadOrders(cx.db, [orderId]);
  if (!loaded) throw new Failure('internal', { internal: `order ${orderId} is gone` });
  return loaded;
}
