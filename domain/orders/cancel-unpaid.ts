/** An order that is never paid gives back all that it reserved: capacity, addresses and the servers that were to be. */
import type { Database, Order } from '@innkeeper/db/schema';
import { freeAddresses } from '@innkeeper/db/tables/ip-addresses';
import { releaseCapacity } from '@innkeeper/db/tables/nodes';
import { linesOf, updateOrder } from '@innkeeper/db/tables/orders';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { orderLife } from '@innkeeper/model/states/order';
import { serverLife } from '@innkeeper/model/states/server';
import type { Transaction } from 'kysely';

export interface Cancelling {
  verb: 'delete' | 'expire';
  /** A sentence for the customer, kept on order and servers. */
  reason: string;
  now: Date;
}

/** `order` is locked by the caller. Throws `wrong_state` when it does not wait for money. */
export async function cancelUnpaidOrder(
  trx: Transaction<Database>,
  order: Order,
  { verb, reason, now }: Cancelling,
): Promise<void> {
  await updateOrder(trx, order.id, { status: orderLife.next(order.status, verb), status_reason: reason, due_at: null });
  for (const line of await linesOf(trx, [order.id])) {
    if (order.type === 'new-service' && line.service_type === 'server') await giveBackServer(trx, line.service_id, reason, now);
  }
}

async function giveBackServer(trx: Transaction<Database>, id: number, reason: string, now: Date): Promise<void> {
  const server = await lockServer(trx, id);
  if (!server) return;
  await releaseCapacity(trx, server);
  await freeAddresses(trx, id, now);
  await updateServer(trx, id, {
    status: serverLife.next(server.status, 'give_up'),
    status_reason: reason,
    holds_capacity: false,
    ended_at: now,
  });
}
