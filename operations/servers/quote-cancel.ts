import type { Server } from '@innkeeper/db/schema';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { refuseCancellation } from '@innkeeper/domain/services/cancellation';
import { serviceOf } from '@innkeeper/domain/services/service-of';

/** The refund of a cancelled server, which is nothing. Throws what `cancelServer` throws. */
export async function quoteCancel(cx: MutatingCx<Customer>, input: { server: Server }): Promise<Quoted> {
  await refuseCancellation(cx, await serviceOf(cx, input.server));
  return quoteOf(cx, cx.actor, [], { downtime: 'none', capacity: 'ok' });
}
