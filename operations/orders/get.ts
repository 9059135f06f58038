import type { LoadedOrder } from '@innkeeper/db/tables/orders';
import type { Cx } from '@innkeeper/domain/context';

/** An order with its lines. */
export async function getOrder(_cx: Cx, input: { order: LoadedOrder }): Promise<LoadedOrder> {
  return input.order;
}
