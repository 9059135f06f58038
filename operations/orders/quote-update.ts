import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { OrderQuote } from '@innkeeper/domain/orders/quote';
import { quoteOrder } from '@innkeeper/domain/renewals/quote-order';
import { type OrderChanges, updateOrder } from './update.ts';

/** Returns the quote for an order with these changes. The caller rolls the transaction back. */
export async function quoteUpdate(
  cx: MutatingCx<Customer>,
  input: { order: Parameters<typeof updateOrder>[1]['order']; changes: OrderChanges },
): Promise<OrderQuote> {
  await updateOrder(cx, input);
  return quoteOrder(cx, input.order.id);
}
