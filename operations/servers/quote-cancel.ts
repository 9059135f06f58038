import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { refuseCancellation } from '@innkeeper/domain/services/cancellation';
import { ownService } from '@innkeeper/domain/services/own';

/** What comes back of a server that is cancelled, which is nothing. Throws what `cancelServer` throws. */
export async function quoteCancel(cx: MutatingCx<Customer>, input: { server: number }): Promise<Quoted> {
  await refuseCancellation(cx, await ownService(cx, 'server', input.server));
  return quoteOf(cx, [], { downtime: 'none', capacity: 'ok' });
}
