import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { lockedRenewalLines, type Renewal } from '@innkeeper/domain/services/renewal';

/** What a renewal would cost. Throws what `renewServers` throws, but `unpaid_limit`. */
export async function quoteRenewal(cx: MutatingCx<Customer>, renewal: Renewal): Promise<Quoted> {
  const buyer = await buyerOf(cx, cx.actor.accountId);
  const { lines } = await lockedRenewalLines(cx, buyer.tax, renewal);
  return quoteOf(cx, buyer, lines, { downtime: 'none', capacity: 'ok' });
}
