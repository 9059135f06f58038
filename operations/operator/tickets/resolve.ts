import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { changeTicketStatus } from '@innkeeper/domain/tickets/write';
import type { OperatorCx } from '../context.ts';
import { auditedTicket, lockTicket } from './find.ts';

/** Marks a ticket as resolved by support. Throws `not_found`, and `wrong_state` if the ticket is already resolved. */
export async function resolveTicketUnanswered(
  cx: OperatorCx,
  input: OperatorInput<'resolveTicketUnanswered'>,
): Promise<OperatorResult<'resolveTicketUnanswered'>> {
  const ticket = await lockTicket(cx, input.ticket);
  const status = await changeTicketStatus(cx, ticket, 'resolve');
  // Lines of the append-only audit log have this action, so it differs from the operation's name.
  await audit(cx, 'resolveTicket', auditedTicket(ticket));
  return { id: ticket.id, status, assigned_to: ticket.assigned_to };
}
