/** An order that is never paid gives back all that it reserved: capacity, addresses and the servers that were to be. */
import type { Order } from '@innkeeper/db/schema';
import { freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { releaseCapacity } from '@innkeeper/db/tables/nodes';
import { linesOf, updateOrder } from '@innkeeper/db/tables/orders';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { orderLife } from '@innkeeper/model/states/order';
import { serverLife } from '@innkeeper/model/states/server';
import type { MutatingCx } from '../context.ts';

export interface Cancelling {
  verb: 'delete' | 'expire';
  /** A sentence for the customer, kept on order and servers. */
  reason: string;
}

/** `order` is locked by the caller. Throws `wrong_state` when it does not wait for money. */
export async function cancelUnpaidOrder(cx: MutatingCx, order: Order, { verb, reason }: Cancelling): Promise<void> {
  await updateOrder(cx.db, order.id, { status: orderLife.next(order.status, verb), status_reason: reason, due_at: null });
  for (const line of await linesOf(cx.db, [order.id])) {
    if (order.type === 'new-service' && line.service_type === 'server') await giveBackServer(cx, line.service_id, reason);
  }
}

async function giveBackServer({ db, clock }: MutatingCx, id: number, reason: string): Promise<void> {
  const now = clock.now();
  const server = await lockServer(db, id);
  if (!server) return;
  await releaseCapacity(db, server);
  await freeAddresses(db, id, now);
  await updateServer(db, id, {
    status: serverLife.next(server.status, 'give_up'),
    status_reason: reason,
    holds_capacity: false,
    ended_at: now,
  });
}
