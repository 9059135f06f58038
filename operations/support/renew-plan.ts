import { type LoadedOrder, loadOrders } from '@innkeeper/db/tables/orders';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { placeOrder } from '@innkeeper/domain/orders/place';
import { lockedRenewalLines } from '@innkeeper/domain/renewals/renewal';
import { requireSupportPlan } from '@innkeeper/domain/support-plans/check';
import { Failure } from '@innkeeper/model/failures';

export interface SupportPlanRenewal {
  /** Renewal period in months. */
  billingCycle: number;
  autoPay: boolean;
}

/** Orders a renewal of the caller's support plan. Throws `not_found`, `locked`, `wrong_state` and `unpaid_limit`. */
export async function renewSupportPlan(cx: MutatingCx<Customer>, renewal: SupportPlanRenewal): Promise<LoadedOrder> {
  const { autoPay } = renewal;
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { id } = await requireSupportPlan(cx);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, { ...renewal, ids: [id], type: 'support-plan' });
  const { orderId } = await placeOrder(cx, { buyer, type: 'renew-service', autoPay, lines });
  await audit(cx, 'renewSupportPlan', { kind: 'support_plan', id }, { order: orderId });
  const [order] = await loadOrders(cx.db, [orderId]);
  if (!order) throw new Failure('internal', { internal: `order ${orderId} is gone` });
  return order;
}
