/** Writes messages of either side: their rows, the rows of their files, and the effect on the ticket. */
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { insertAttachments, insertMessage, updateTicket } from '@innkeeper/db/tables/tickets';
import { Failure, invalid } from '@innkeeper/model/failures';
import { sanitiseHtml, textOfHtml } from '@innkeeper/model/messages/html';
import { awaitsAnswer, nextTicketStatus, type TicketAct, type TicketStatus } from '@innkeeper/model/states/ticket';
import { safeFileName, safeType } from '@innkeeper/model/support/attachments';
import type { MutatingCx } from '../context.ts';
import { complaintAlertOf } from './complaint-alert.ts';
import type { UploadedFile } from './files.ts';
import { startResponseClock, stopResponseClock } from './response-target.ts';
import { refuseMerged, requireRoomForMessage } from './room.ts';

/** A ticket whose row the transaction has locked. */
export interface LockedTicket {
  id: number;
  /** Account, or `null` if the ticket came by mail from a sender without an account. */
  account_id: number | null;
  status: TicketStatus;
  waiting_since: Date | null;
}

export type Author =
  | { author: 'customer'; user_id: number | null /** Set only for a message by mail. */; mail_from?: string | null }
  | { author: 'staff'; staff_name: string; internal: boolean };

/** Any visible character. Blanks, line breaks and marks without a shape do not count. */
const READABLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Sanitizes the HTML of a message. Throws `validation` if no readable text remains.
 * The contract counts the characters as sent, so a short text in long markup is a message.
 */
export function messageHtml(html: string): string {
  const content = sanitiseHtml(html);
  if (READABLE.test(textOfHtml(content))) return content;
  throw invalid('message', 'Must contain text that remains after the HTML is sanitised.');
}

/**
 * Inserts a message with its files, whose bytes are already stored, and returns the message's id. The ticket does not change. Throws the
 * failures of `requireRoomForMessage`.
 */
export async function writeMessage(
  cx: MutatingCx,
  ticket: Pick<LockedTicket, 'id' | 'account_id'>,
  message: { by: Author; content: string; files: readonly UploadedFile[] },
): Promise<number> {
  const { by, content, files } = message;
  await requireRoomForMessage(cx, ticket, message);
  const now = cx.clock.now();
  const id = await insertMessage(cx.db, { ticket_id: ticket.id, created_at: now, content, ...by });
  const of = { account_id: ticket.account_id, ticket_id: ticket.id, message_id: id, author: by.author, created_at: now };
  await insertAttachments(
    cx.db,
    files.map(({ name, type, bytes, sha256, key }) => ({
      ...of,
      name: safeFileName(name),
      mime_type: safeType(type),
      bytes: BigInt(bytes),
      sha256,
      key,
    })),
  );
  return id;
}

/** Applies an act to a ticket and returns its new status. Throws `wrong_state` if the act is not possible. */
export async function changeTicketStatus(cx: MutatingCx, ticket: LockedTicket, act: TicketAct): Promise<TicketStatus> {
  await refuseMerged(cx, ticket.id);
  const status = nextTicketStatus(ticket.status, act);
  if (!status) throw new Failure('wrong_state', { message: `This ticket is ${ticket.status}, so this action is not possible.` });
  const now = cx.clock.now();
  // A second message does not restart the wait.
  const waiting_since = awaitsAnswer(status) ? (ticket.waiting_since ?? now) : null;
  await updateTicket(cx.db, ticket.id, {
    status,
    updated_at: now,
    waiting_since,
    resolved_at: status === 'resolved' ? now : null,
  });
  if (status === 'resolved') await resolveAlerts(cx.db, complaintAlertOf(ticket.id), now);
  if (waiting_since === null) await stopResponseClock(cx, ticket.id, now);
  else if (act === 'reply') await startResponseClock(cx, { id: ticket.id, account_id: ticket.account_id, waiting_since }, now);
  return status;
}
