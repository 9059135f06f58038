import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { moveTicket } from '@innkeeper/domain/tickets/write';
import type { OperatorCx } from '../context.ts';
import { auditedTicket, lockTicket } from './find.ts';

/** Support says that it is settled. Throws `not_found`, and `wrong_state` for one that is resolved. */
export async function resolveTicket(
  cx: OperatorCx,
  input: OperatorInput<'resolveTicket'>,
): Promise<OperatorResult<'resolveTicket'>> {
  const ticket = await lockTicket(cx, input.ticket);
  const status = await moveTicket(cx, ticket, 'resolve');
  await audit(cx, 'resolveTicket', auditedTicket(ticket));
  return { id: ticket.id, status, assigned_to: ticket.assigned_to };
}
