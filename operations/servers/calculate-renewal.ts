import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { discountOf } from '@innkeeper/domain/orders/quote';
import { type Renewal, renewalLines } from '@innkeeper/domain/services/renewal';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';
import type { Promo } from '@innkeeper/model/pricing/promo';

export interface RenewalCost {
  /** Before and after the promo code. */
  list: LineAmount;
  due: LineAmount;
  /** The code that was given, if it lowers any line. */
  promo: Promo | null;
}

/** What a renewal would cost; nothing is ordered or reserved. Throws `validation` with the field, `not_yours`, `wrong_state`. */
export async function calculateServerRenewal(cx: MutatingCx<Customer>, renewal: Renewal): Promise<RenewalCost> {
  const tax = await taxOf(cx, cx.actor.accountId);
  const { lines, promo } = await renewalLines(cx, tax, renewal);
  const due = sumLines(lines);
  const { net, gross } = discountOf(lines);
  const list = { net: due.net + net, vat: due.vat + gross - net, gross: due.gross + gross };
  return { list, due, promo: promo ?? null };
}
