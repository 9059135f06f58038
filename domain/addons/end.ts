/** An addon ends before its time: what is left of it comes back to the balance. */
import type { Service } from '@innkeeper/db/schema';
import { updateService } from '@innkeeper/db/tables/services';
import { endSteps } from '@innkeeper/model/pricing/explanation';
import type { RefundPart } from '@innkeeper/model/pricing/refund';
import type { Cx, MutatingCx } from '../context.ts';
import { cancelWaitingRenewals } from '../orders/cancel-renewals.ts';
import { refundParts, refundToBalance } from '../orders/refund-part.ts';
import { endService } from '../services/lifecycle.ts';
import { paidTermOrNull } from './until-expiry.ts';

/** What would come back now. */
export function refundOfEnd(cx: Cx, addon: Service): Promise<RefundPart[]> {
  return refundParts(cx, addon, 0n, cx.clock.now());
}

/** Ends it and refunds the rest; orders that would renew it are cancelled, since they could not be paid any more. `addon` is locked by the caller. */
export async function endAddon(cx: MutatingCx, addon: Service): Promise<void> {
  await cancelWaitingRenewals(cx, [addon.id], { reason: 'An addon that it would have renewed was cancelled.' });
  const refunds = await refundOfEnd(cx, addon);
  await refundToBalance(cx, addon.account_id, refunds, 'the addon was cancelled');
  await noteSteps(cx, addon, refunds);
  await endService(cx, addon);
}

/** For the audit, and for who asks for the orders that paid for it. */
async function noteSteps({ db, clock }: MutatingCx, addon: Service, refunds: readonly RefundPart[]): Promise<void> {
  const now = clock.now();
  const term = paidTermOrNull(addon, now);
  if (!term) return;
  const of = refunds.map(({ net, vat, ...one }) => ({ ...one, net: String(net), vat: String(vat) }));
  const steps = endSteps(addon.renew_price, { term, now, discounts: addon.discounts, of });
  await updateService(db, addon.id, { end_steps: JSON.stringify(steps) });
}
