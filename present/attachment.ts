/** Serves a file of a ticket for download, never for display. */
import type { Readable } from 'node:stream';
import type { TicketAttachment } from '@innkeeper/db/tables/tickets';
import { asAttachment } from '@innkeeper/model/support/attachments';
import { WithHeaders } from './reply.ts';

/** Policy that keeps a browser from running any content of a file, in any origin. */
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
