import type { Server } from '@innkeeper/db/schema';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseCancellation } from '@innkeeper/domain/endings/cancellation';
import { type OrderQuote, quoteOf } from '@innkeeper/domain/orders/quote';
import { serviceOf } from '@innkeeper/domain/services/service-of';

/** Returns the quote for the cancellation of a server. Nothing is refunded. Throws the errors of `cancelServer`. */
export async function quoteCancel(cx: MutatingCx<Customer>, input: { server: Server }): Promise<OrderQuote> {
  await refuseCancellation(cx, await serviceOf(cx, input.server));
  return quoteOf(cx, cx.actor, [], { downtime: 'none', capacity: 'ok' });
}
