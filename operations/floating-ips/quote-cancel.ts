import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseCancellation } from '@innkeeper/domain/endings/cancellation';
import { endLines } from '@innkeeper/domain/endings/end-line';
import { requireFloatingIpServices } from '@innkeeper/domain/floating-ips/named';
import { type OrderQuote, type QuotedLine, quoteOf } from '@innkeeper/domain/orders/quote';
import { offersOf } from '@innkeeper/domain/service-types/offers';

/** Returns the quote for the refund. Floating IPs that end at their expiry are not refunded. Throws the errors of `cancelFloatingIps`. */
export async function quoteCancelFloatingIps(
  cx: MutatingCx<Customer>,
  { ids, now }: { ids: readonly number[]; now: boolean },
): Promise<OrderQuote> {
  const services = await requireFloatingIpServices(cx, ids);
  const offers = await offersOf(cx.db, services);
  const lines: QuotedLine[] = [];
  for (const service of services) {
    await refuseCancellation(cx, service);
    if (now) lines.push(...(await endLines(cx, service, offers(service))));
  }
  return quoteOf(cx, cx.actor, lines, { downtime: 'none', capacity: 'ok' });
}
