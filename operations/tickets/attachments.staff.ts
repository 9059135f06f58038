import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { findAttachment, type TicketAttachment } from '@innkeeper/db/tables/tickets';
import type { AttachmentFiles } from '@innkeeper/domain/tickets/files';
import { Failure } from '@innkeeper/model/failures';
import { attachmentReply } from '@innkeeper/present/attachment';
import type { Content, WithHeaders } from '@innkeeper/present/reply';
import type { StaffCx, StaffInput, StaffReply, StaffServices } from '../define.staff.ts';

/**
 * Writes an attachment to a file of the host with `write`, and awaits each chunk. Throws `not_found`, and an error if the content differs from the received file.
 */
export async function copyAttachment(
  cx: StaffCx,
  { attachment: id, file }: StaffInput<'saveAttachment'>,
  files: AttachmentFiles,
  write: (chunk: Buffer) => Promise<void>,
): Promise<StaffReply<'saveAttachment'>> {
  const { attachment, content } = await openAttachment(cx, id, files);
  const hash = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await write(chunk);
  }
  const { ticket_id, name, bytes, sha256 } = attachment;
  if (hash.digest('hex') !== sha256) throw new Error(`the file of attachment ${id} is not what has come`);
  return { id, ticket: ticket_id, name, bytes: Number(bytes), sha256, file };
}

/** Returns an attachment of a ticket as a download, from the customer or the staff. Throws `not_found`. */
export async function saveAttachment(
  cx: StaffCx,
  { attachment }: Pick<StaffInput<'saveAttachment'>, 'attachment'>,
  { attachments }: Pick<StaffServices, 'attachments'>,
): Promise<WithHeaders<Content>> {
  return attachmentReply(await openAttachment(cx, attachment, attachments));
}

async function openAttachment(
  { db }: StaffCx,
  id: number,
  files: AttachmentFiles,
): Promise<{ attachment: TicketAttachment; content: Readable }> {
  const attachment = await findAttachment(db, id);
  const content = attachment && (await files.read(attachment.key));
  if (!attachment || !content) throw new Failure('not_found', { message: `Attachment ${id} does not exist.` });
  return { attachment, content };
}
