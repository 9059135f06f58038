import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { moveTicket } from '@innkeeper/domain/tickets/write';
import type { OperatorCx } from '../context.ts';
import { auditedTicket, lockTicket } from './find.ts';

/** Opens a resolved ticket again, without a word. Throws `not_found`, and `wrong_state` for one that is not resolved. */
export async function reopenTicket(
  cx: OperatorCx,
  input: OperatorInput<'reopenTicket'>,
): Promise<OperatorResult<'reopenTicket'>> {
  const ticket = await lockTicket(cx, input.ticket);
  const status = await moveTicket(cx, ticket, 'reopen');
  await audit(cx, 'reopenTicket', auditedTicket(ticket));
  return { id: ticket.id, status, assigned_to: ticket.assigned_to };
}
