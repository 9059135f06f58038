import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { refuseOrder } from '@innkeeper/domain/orders/place';
import { type OrderQuote, quoteOf } from '@innkeeper/domain/orders/quote';
import { renewalAfter } from '@innkeeper/domain/renewals/next-renewal';
import { lockedRenewalLines, type Renewal } from '@innkeeper/domain/renewals/renewal';
import { sumLines } from '@innkeeper/model/pricing/order';

/** Returns the quote for a renewal. Throws the errors of `renewServers`. */
export async function quoteRenewal(cx: MutatingCx<Customer>, renewal: Renewal & { autoPay: boolean }): Promise<OrderQuote> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, renewal);
  await refuseOrder(cx, buyer, { servers: 0, addresses: 0, amount: sumLines(lines).gross }, renewal);
  const quoted = await quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok' });
  return { ...quoted, nextRenewal: await renewalAfter(cx, buyer, renewal.ids, lines) };
}
