import { type LoadedTicket, loadTicket, markSeen } from '@innkeeper/db/tables/tickets';
import type { Cx } from '@innkeeper/domain/context';

/** A ticket with its messages, which its customer has seen from now on. */
export async function getTicket(cx: Cx, { ticket }: { ticket: { id: number } }): Promise<LoadedTicket> {
  const loaded = await loadTicket(cx.db, ticket.id);
  const latest = loaded.messages.findLast(({ author, internal }) => author === 'staff' && !internal);
  // Support may look at it as its customer does, inside the account.
  const isSeen = cx.actor.kind !== 'staff';
  if (isSeen && latest && latest.id > loaded.customer_seen) await markSeen(cx.db, ticket.id, 'customer_seen', latest.id);
  return loaded;
}
