import { type LoadedTicket, loadTicket } from '@innkeeper/db/tables/tickets';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { type HeldTicket, messageHtml, moveTicket, writeMessage } from '@innkeeper/domain/tickets/write';

/** The customer writes again, which opens a resolved ticket. Throws `validation`, and what `writeMessage` throws. */
export async function replyToTicket(
  cx: MutatingCx<Customer>,
  { ticket, message, files }: { ticket: HeldTicket; message: string; files: readonly UploadedFile[] },
): Promise<LoadedTicket> {
  const content = messageHtml(message);
  const by = { author: 'customer', user_id: cx.actor.userId } as const;
  await writeMessage(cx, ticket, { by, content, files });
  await moveTicket(cx, ticket, 'reply');
  await audit(cx, 'replyToTicket', { kind: 'ticket', id: ticket.id }, { files: files.length });
  return loadTicket(cx.db, ticket.id);
}
