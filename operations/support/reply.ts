import { type LoadedTicket, loadTicket } from '@innkeeper/db/tables/tickets';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { changeTicketStatus, type LockedTicket, messageHtml, writeMessage } from '@innkeeper/domain/tickets/write';

/** Adds a message of the customer, and reopens a resolved ticket. Throws `validation`, and the errors of `writeMessage`. */
export async function replyToTicket(
  cx: MutatingCx<Customer>,
  { ticket, message, files }: { ticket: LockedTicket; message: string; files: readonly UploadedFile[] },
): Promise<LoadedTicket> {
  const content = messageHtml(message);
  const by = { author: 'customer', user_id: cx.actor.userId } as const;
  await writeMessage(cx, ticket, { by, content, files });
  await changeTicketStatus(cx, ticket, 'reply');
  await audit(cx, 'replyToTicket', { kind: 'ticket', id: ticket.id }, { files: files.length });
  return loadTicket(cx.db, ticket.id);
}
