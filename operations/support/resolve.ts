import { type LoadedTicket, loadTicket } from '@innkeeper/db/tables/tickets';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { changeTicketStatus, type LockedTicket } from '@innkeeper/domain/tickets/write';

/** Marks a ticket as resolved by the customer. Throws `wrong_state` if the ticket is already resolved. */
export async function resolveTicket(cx: MutatingCx, { ticket }: { ticket: LockedTicket }): Promise<LoadedTicket> {
  await changeTicketStatus(cx, ticket, 'resolve');
  await audit(cx, 'resolveTicket', { kind: 'ticket', id: ticket.id });
  return loadTicket(cx.db, ticket.id);
}
