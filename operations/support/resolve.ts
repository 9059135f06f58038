import { type LoadedTicket, loadTicket } from '@innkeeper/db/tables/tickets';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type HeldTicket, moveTicket } from '@innkeeper/domain/tickets/write';

/** The customer says that it is settled. Throws `wrong_state` for one that is resolved. */
export async function resolveTicket(cx: MutatingCx, { ticket }: { ticket: HeldTicket }): Promise<LoadedTicket> {
  await moveTicket(cx, ticket, 'resolve');
  await audit(cx, 'resolveTicket', { kind: 'ticket', id: ticket.id });
  return loadTicket(cx.db, ticket.id);
}
