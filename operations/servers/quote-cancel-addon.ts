import type { Server } from '@innkeeper/db/schema';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseCancellation } from '@innkeeper/domain/endings/cancellation';
import { endLines } from '@innkeeper/domain/endings/end-line';
import { type OrderQuote, quoteOf } from '@innkeeper/domain/orders/quote';
import { offerOf } from '@innkeeper/domain/service-types/offers';
import { serviceOf } from '@innkeeper/domain/services/service-of';

/** Returns the quote for the refund. An addon that ends at its expiry is not refunded. Throws the errors of `cancelServerAddon`. */
export async function quoteCancelAddon(
  cx: MutatingCx,
  { server, addon, now }: { server: Server; addon: { id: number }; now: boolean },
): Promise<OrderQuote> {
  const service = await serviceOf(cx, addon);
  await refuseCancellation(cx, service);
  const lines = now ? await endLines(cx, service, await offerOf(cx.db, service)) : [];
  return quoteOf(cx, { accountId: server.account_id }, lines, { downtime: 'none', capacity: 'ok' });
}
