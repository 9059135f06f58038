/** Ends services before their expiry and refunds the remaining time to the balance. */
import type { Service } from '@innkeeper/db/schema';
import { updateService } from '@innkeeper/db/tables/services';
import { type EndSteps, endSteps } from '@innkeeper/model/pricing/explanation';
import type { RefundPart } from '@innkeeper/model/pricing/refund';
import { type CancellableNoun, wasCancelled } from '@innkeeper/model/services/refund-reasons';
import { endedEarly } from '@innkeeper/model/services/void-reasons';
import { paidTermOrNull } from '../addons/paid-term.ts';
import type { Cx, MutatingCx } from '../context.ts';
import { leaveWaitingRenewals } from '../renewals/cancel-renewals.ts';
import { endService } from '../service-types/lifecycle.ts';
import { refundParts, refundToBalance } from '../services/refund.ts';

/** Returns the parts that ending the service now would refund. */
export function refundOfEnd(cx: Cx, service: Service): Promise<RefundPart[]> {
  return refundParts(cx, service, 0n, cx.clock.now());
}

/**
 * Ends a service, refunds its remaining time, and takes it out of unpaid renewals. `noun` names the service in texts, for example `addon`.
 * The caller has locked `service`.
 */
export async function endEarly(given: MutatingCx, service: Service, noun: CancellableNoun): Promise<void> {
  // One timestamp for all steps, because the billing audit requires that the refund counts from the end of the service.
  const now = given.clock.now();
  const cx = { ...given, clock: { now: () => now } };
  await leaveWaitingRenewals(cx, [service.id], {
    reason: endedEarly(`${noun} ${service.id}`),
  });
  const refunds = await refundOfEnd(cx, service);
  await refundToBalance(cx, service.account_id, refunds, wasCancelled(noun));
  await noteSteps(cx, service, refunds);
  await endService(cx, service);
}

/** Returns the calculation of a refund, or `undefined` if no paid time is left. */
export function endStepsOf({ clock }: Pick<Cx, 'clock'>, service: Service, refunds: readonly RefundPart[]): EndSteps | undefined {
  const now = clock.now();
  const term = paidTermOrNull(service, now);
  if (!term) return undefined;
  const refundTexts = refunds.map(({ net, vat, ...one }) => ({ ...one, net: String(net), vat: String(vat) }));
  return endSteps(service.renew_price, { term, now, discounts: service.discounts, of: refundTexts });
}

/** Stores the calculation for the audit and for display with the orders that paid for the service. */
async function noteSteps(cx: MutatingCx, service: Service, refunds: readonly RefundPart[]): Promise<void> {
  const steps = endStepsOf(cx, service, refunds);
  if (steps) await updateService(cx.db, service.id, { end_steps: JSON.stringify(steps) });
}
