import { type LoadedTicket, loadTicket, markSeen } from '@innkeeper/db/tables/tickets';
import type { Cx } from '@innkeeper/domain/context';

/** Returns a ticket with its messages, and marks them as read by the customer. */
export async function getTicket(cx: Cx, { ticket }: { ticket: { id: number } }): Promise<LoadedTicket> {
  const loaded = await loadTicket(cx.db, ticket.id);
  const latest = loaded.messages.findLast(({ author, internal }) => author === 'staff' && !internal);
  // Support staff can open the ticket inside the account, which does not count as read by the customer.
  const isSeen = cx.actor.kind !== 'staff';
  if (isSeen && latest && latest.id > loaded.customer_seen) await markSeen(cx.db, ticket.id, 'customer_seen', latest.id);
  return loaded;
}
