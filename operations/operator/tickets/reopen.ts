import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { changeTicketStatus } from '@innkeeper/domain/tickets/write';
import type { OperatorCx } from '../context.ts';
import { auditedTicket, lockTicket } from './find.ts';

/** Reopens a resolved ticket without a message. Throws `not_found`, and `wrong_state` for a ticket that is not resolved. */
export async function reopenTicket(
  cx: OperatorCx,
  input: OperatorInput<'reopenTicket'>,
): Promise<OperatorResult<'reopenTicket'>> {
  const ticket = await lockTicket(cx, input.ticket);
  const status = await changeTicketStatus(cx, ticket, 'reopen');
  await audit(cx, 'reopenTicket', auditedTicket(ticket));
  return { id: ticket.id, status, assigned_to: ticket.assigned_to };
}
