import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { SupportPlanPurchase } from '@innkeeper/domain/support-plans/check';
import { cancelSupportPlan } from '@innkeeper/operations/support/cancel-plan';
import { getSupportPlan } from '@innkeeper/operations/support/get-plan';
import { listSupportPlans } from '@innkeeper/operations/support/list-plans';
import { purchaseSupportPlan } from '@innkeeper/operations/support/purchase-plan';
import { renewSupportPlan, type SupportPlanRenewal } from '@innkeeper/operations/support/renew-plan';
import { undoCancelSupportPlan } from '@innkeeper/operations/support/undo-cancel-plan';
import { presentOrder } from '@innkeeper/present/order';
import { WithHeaders } from '@innkeeper/present/reply';
import { presentAccountSupportPlan, presentSupportPlan } from '@innkeeper/present/support-plan';
import type { Handlers } from '../define.ts';

type Purchase = InputOf<Operations['purchaseSupportPlan']>['body'];
type Renewal = InputOf<Operations['renewSupportPlan']>['body'];

export function supportPlanPurchase({ plan, billing_cycle, auto_pay }: Purchase): SupportPlanPurchase {
  return { plan, billingCycle: billing_cycle, autoPay: auto_pay };
}

export function supportPlanRenewal({ billing_cycle, auto_pay }: Renewal): SupportPlanRenewal {
  return { billingCycle: billing_cycle, autoPay: auto_pay };
}

export const supportPlans = {
  listSupportPlans: async (cx) => ({
    data: (await listSupportPlans(cx)).map((plan) => presentSupportPlan(plan, cx.actor.taxRate)),
  }),
  getSupportPlan: async (cx) => presentAccountSupportPlan(await getSupportPlan(cx), cx.actor.taxRate),
  purchaseSupportPlan: async (cx, { body }) => {
    const order = await purchaseSupportPlan(cx, supportPlanPurchase(body));
    return new WithHeaders(presentOrder(order), { 'X-Order-Id': String(order.id) });
  },
  renewSupportPlan: async (cx, { body }) => {
    const order = await renewSupportPlan(cx, supportPlanRenewal(body));
    return new WithHeaders(presentOrder(order), { 'X-Order-Id': String(order.id) });
  },
  cancelSupportPlan: async (cx, { body }) => {
    await cancelSupportPlan(cx, { now: body?.now ?? false, reason: body?.reason ?? null });
    return undefined;
  },
  undoCancelSupportPlan: async (cx) => {
    await undoCancelSupportPlan(cx);
    return undefined;
  },
} satisfies Handlers;
