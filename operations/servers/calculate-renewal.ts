import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { discountOf } from '@innkeeper/domain/orders/quote';
import { type Renewal, renewalLines } from '@innkeeper/domain/renewals/renewal';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';
import type { Promo } from '@innkeeper/model/pricing/promo';

export interface RenewalCost {
  /** Total before the promo code. `due` is the total after it. */
  list: LineAmount;
  due: LineAmount;
  /** Given promo code if it reduces a line, otherwise `null`. */
  promo: Promo | null;
}

/**
 * Returns the cost of a renewal without ordering or reserving anything. Throws `validation` with the field, `not_yours` and `wrong_state`.
 */
export async function calculateServerRenewal(cx: MutatingCx<Customer>, renewal: Renewal): Promise<RenewalCost> {
  const tax = await taxOf(cx, cx.actor.accountId);
  const { lines, promo } = await renewalLines(cx, tax, renewal);
  const due = sumLines(lines);
  const { net, gross } = discountOf(lines);
  const list = { net: due.net + net, vat: due.vat + gross - net, gross: due.gross + gross };
  return { list, due, promo: promo ?? null };
}
