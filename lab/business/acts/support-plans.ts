/** Acts of customers with their support plan, whether they have one or not. Impossible acts are refused. */
import { type Act, type Acts, callOperation } from '../business.ts';
import { callWithQuote } from '../call-with-quote.ts';

const purchase: Act = (business, customer) => {
  const { random } = business;
  const body = {
    plan: random.of(['premium', 'premium', 'basic']),
    billing_cycle: random.of([1, 1, 3, 12]),
    ...(random.oneIn(3) && { auto_pay: random.oneIn(2) }),
  };
  return callWithQuote(business, 'purchaseSupportPlan', { body }, customer);
};

const renew: Act = (business, customer) =>
  callWithQuote(business, 'renewSupportPlan', { body: { billing_cycle: business.random.of([1, 1, 2, 12]) } }, customer);

const cancel: Act = (business, customer) =>
  callWithQuote(business, 'cancelSupportPlan', { body: { now: business.random.oneIn(2) } }, customer);

const undoCancel: Act = (business, customer) => callOperation(business, 'undoCancelSupportPlan', {}, customer);

export const SUPPORT_PLAN_ACTS: Acts = [
  [3, 'buy a support plan', purchase],
  [2, 'renew the support plan', renew],
  [2, 'cancel the support plan', cancel],
  [1, 'undo the cancel of the support plan', undoCancel],
];
