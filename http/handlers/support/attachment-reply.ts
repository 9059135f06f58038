/** A file of a ticket as it is served: to be saved, never shown. */
import type { Readable } from 'node:stream';
import type { TicketAttachment } from '@innkeeper/db/tables/tickets';
import { asAttachment } from '@innkeeper/model/attachments';
import { WithHeaders } from '../define.ts';

/** Whatever a browser makes of a file, it runs nothing of it, and as of no origin. */
const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'";

export function attachmentReply({
  attachment,
  content,
}: {
  attachment: TicketAttachment;
  content: Readable;
}): WithHeaders<Readable> {
  return new WithHeaders(content, {
    'Content-Type': attachment.mime_type,
    'Content-Length': String(attachment.bytes),
    'Content-Disposition': asAttachment(attachment.name),
    'Content-Security-Policy': SANDBOX,
  });
}
