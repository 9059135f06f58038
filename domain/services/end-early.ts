/** A service ends before its time: what is left of it comes back to the balance. */
import type { Service } from '@innkeeper/db/schema';
import { updateService } from '@innkeeper/db/tables/services';
import { type EndSteps, endSteps } from '@innkeeper/model/pricing/explanation';
import type { RefundPart } from '@innkeeper/model/pricing/refund';
import { paidTermOrNull } from '../addons/until-expiry.ts';
import type { Cx, MutatingCx } from '../context.ts';
import { cancelWaitingRenewals } from '../orders/cancel-renewals.ts';
import { refundParts, refundToBalance } from '../orders/refund-part.ts';
import { endService } from './lifecycle.ts';

/** What would come back now. */
export function refundOfEnd(cx: Cx, service: Service): Promise<RefundPart[]> {
  return refundParts(cx, service, 0n, cx.clock.now());
}

/**
 * Ends it and refunds the rest; orders that would renew it are cancelled, since they could not be paid any more. `noun`: `addon`. `service` is
 * locked by the caller.
 */
export async function endEarly(given: MutatingCx, service: Service, noun: string): Promise<void> {
  // One moment for all of it: the audit wants what was refunded to count from when it ended.
  const now = given.clock.now();
  const cx = { ...given, clock: { now: () => now } };
  await cancelWaitingRenewals(cx, [service.id], {
    reason: `The service that this order would have renewed (${noun} ${service.id}) was cancelled.`,
  });
  const refunds = await refundOfEnd(cx, service);
  await refundToBalance(cx, service.account_id, refunds, `the ${noun} was cancelled`);
  await noteSteps(cx, service, refunds);
  await endService(cx, service);
}

/** Returns the calculation of a refund, or `undefined` if no paid time is left. */
export function endStepsOf({ clock }: Pick<Cx, 'clock'>, service: Service, refunds: readonly RefundPart[]): EndSteps | undefined {
  const now = clock.now();
  const term = paidTermOrNull(service, now);
  if (!term) return undefined;
  const of = refunds.map(({ net, vat, ...one }) => ({ ...one, net: String(net), vat: String(vat) }));
  return endSteps(service.renew_price, { term, now, discounts: service.discounts, of });
}

/** For the audit, and for who asks for the orders that paid for it. */
async function noteSteps(cx: MutatingCx, service: Service, refunds: readonly RefundPart[]): Promise<void> {
  const steps = endStepsOf(cx, service, refunds);
  if (steps) await updateService(cx.db, service.id, { end_steps: JSON.stringify(steps) });
}
