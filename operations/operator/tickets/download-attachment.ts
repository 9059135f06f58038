import type { Readable } from 'node:stream';
import { findAttachment, type TicketAttachment } from '@innkeeper/db/tables/tickets';
import type { AttachmentFiles } from '@innkeeper/domain/tickets/files';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

/** Returns an attachment of a ticket and its content, from the customer or the staff. Throws `not_found`. */
export async function downloadAttachment(
  { db }: OperatorCx,
  id: number,
  files: AttachmentFiles,
): Promise<{ attachment: TicketAttachment; content: Readable }> {
  const attachment = await findAttachment(db, id);
  const content = attachment && (await files.read(attachment.key));
  if (!attachment || !content) throw new Failure('not_found', { message: `Attachment ${id} does not exist.` });
  return { attachment, content };
}
