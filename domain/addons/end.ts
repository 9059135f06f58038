/** An addon ends before its time: what is left of it comes back to the balance. */
import type { Service } from '@innkeeper/db/schema';
import type { Cents } from '@innkeeper/model/money';
import { paidChange } from '@innkeeper/model/pricing/paid-value';
import type { Cx, MutatingCx } from '../context.ts';
import { refundParts, refundToBalance, type TaxedRefund } from '../orders/refund-part.ts';
import { endService } from '../services/lifecycle.ts';
import { paidTermOrNull } from './until-expiry.ts';

/** What would come back now. */
export async function refundOfEnd(cx: Cx, addon: Service): Promise<TaxedRefund[]> {
  return refundParts(cx, addon.id, restOf(addon, cx.clock.now()));
}

/** Ends it and refunds the rest. `addon` is locked by the caller. */
export async function endAddon(cx: MutatingCx, addon: Service): Promise<void> {
  const refunds = await refundOfEnd(cx, addon);
  await refundToBalance(cx, addon.account_id, refunds, 'the addon was cancelled');
  await endService(cx, addon);
}

function restOf(addon: Service, now: Date): Cents {
  const term = paidTermOrNull(addon, now);
  return term ? -paidChange({ ...term, from: addon.renew_price, to: 0n, now }, addon.discounts).net : 0n;
}
