import type { Readable } from 'node:stream';
import { findAttachment, type TicketAttachment } from '@innkeeper/db/tables/tickets';
import type { Cx } from '@innkeeper/domain/context';
import type { AttachmentFiles } from '@innkeeper/domain/tickets/files';
import { Failure } from '@innkeeper/model/failures';

/** Returns an attachment and its content. Throws `not_found` if it no longer exists. */
export async function downloadTicketAttachment(
  cx: Cx,
  { files, attachment }: { files: AttachmentFiles; attachment: { id: number } },
): Promise<{ attachment: TicketAttachment; content: Readable }> {
  const found = await findAttachment(cx.db, attachment.id);
  if (!found) throw new Failure('not_found');
  const content = await files.read(found.key);
  if (!content) throw new Error(`the file of ticket attachment ${found.id} is gone`);
  return { attachment: found, content };
}
