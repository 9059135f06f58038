import { ticketServices } from '@innkeeper/db/tables/tickets';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** What a ticket of the caller can be about: servers that are active or suspended. */
export function listTicketServices(cx: Cx<Customer>): Promise<{ id: number; hostname: string }[]> {
  return ticketServices(cx.db, cx.actor.accountId);
}
