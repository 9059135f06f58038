import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { writeMessage } from '@innkeeper/domain/tickets/write';
import { htmlOfText } from '@innkeeper/model/messages/html';
import type { OperatorCx } from '../context.ts';
import { lockTicket } from './find.ts';

/**
 * Adds an internal note with its files. The customer sees nothing of it, also not in the audit log. Throws `not_found`, `wrong_state` and
 * `no_capacity`.
 */
export async function noteTicket(
  cx: OperatorCx,
  input: OperatorInput<'noteTicket'>,
  files: readonly UploadedFile[],
): Promise<OperatorResult<'noteTicket'>> {
  const ticket = await lockTicket(cx, input.ticket);
  const by = { author: 'staff', staff_name: cx.actor.name, internal: true } as const;
  const message = await writeMessage(cx, ticket, { by, content: htmlOfText(input.message), files });
  await audit(cx, 'noteTicket', { kind: 'ticket', id: ticket.id }, { message, files: files.length });
  return { id: ticket.id, status: ticket.status, message };
}
