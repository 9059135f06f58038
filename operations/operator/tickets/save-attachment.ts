import { createHash } from 'node:crypto';
import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { AttachmentFiles } from '@innkeeper/domain/tickets/files';
import type { OperatorCx } from '../context.ts';
import { downloadAttachment } from './download-attachment.ts';

/**
 * Writes an attachment with `write` and awaits each chunk. Throws `not_found`, and an error if the content differs from the received file.
 */
export async function saveAttachment(
  cx: OperatorCx,
  { attachment: id, file }: OperatorInput<'saveAttachment'>,
  files: AttachmentFiles,
  write: (chunk: Buffer) => Promise<void>,
): Promise<OperatorResult<'saveAttachment'>> {
  const { attachment, content } = await downloadAttachment(cx, id, files);
  const hash = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await write(chunk);
  }
  const { ticket_id, name, bytes, sha256 } = attachment;
  if (hash.digest('hex') !== sha256) throw new Error(`the file of attachment ${id} is not what has come`);
  return { id, ticket: ticket_id, name, bytes: Number(bytes), sha256, file };
}
