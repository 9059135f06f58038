import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { updateTicket } from '@innkeeper/db/tables/tickets';
import { audit } from '@innkeeper/domain/audit';
import type { OperatorCx } from '../context.ts';
import { lockTicket } from './find.ts';

/** Assigns a ticket to the named person, to nobody, or by default to the caller. Throws `not_found`. */
export async function assignTicket(
  cx: OperatorCx,
  input: OperatorInput<'assignTicket'>,
): Promise<OperatorResult<'assignTicket'>> {
  const { id, status } = await lockTicket(cx, input.ticket);
  const assigned_to = input.nobody ? null : (input.to ?? cx.actor.name);
  await updateTicket(cx.db, id, { assigned_to });
  await audit(cx, 'assignTicket', { kind: 'ticket', id }, { to: assigned_to });
  return { id, status, assigned_to };
}
