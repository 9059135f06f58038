import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { inboxSettings } from '@innkeeper/db/tables/inbox';
import { latestMessageId } from '@innkeeper/db/tables/received-mails';
import { audit } from '@innkeeper/domain/audit';
import { queueMail, queueMailToAddress } from '@innkeeper/domain/mail/queue';
import { fillCannedReply } from '@innkeeper/domain/tickets/canned-replies';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { changeTicketStatus, writeMessage } from '@innkeeper/domain/tickets/write';
import { safeFileName } from '@innkeeper/model/attachments';
import { Failure, invalid } from '@innkeeper/model/failures';
import { htmlOfText } from '@innkeeper/model/messages/html';
import type { OperatorCx } from '../context.ts';
import { auditedTicket, lockTicket } from './find.ts';

/** Maximum number of lines of the answer in the mail. The ticket contains the rest. */
const MAX_LINES = 200;

/**
 * Answers a ticket. Members who look after servers get the answer by mail with the names of its files, which are in the ticket.
 *
 * Throws `not_found` (also for the canned reply), `no_capacity`, `wrong_state` (also for abuse complaints), and `validation` for files to a
 * requester without an account, who can only read mail.
 */
export async function replyTicket(
  cx: OperatorCx,
  input: OperatorInput<'replyTicket'>,
  files: readonly UploadedFile[],
): Promise<OperatorResult<'replyTicket'>> {
  const ticket = await lockTicket(cx, input.ticket);
  if (ticket.complaint)
    throw new Failure('wrong_state', {
      message: `Ticket ${ticket.id} holds abuse complaints, so it cannot send replies. Write to the sender from your own mailbox, and add a note here.`,
    });
  const by = { author: 'staff', staff_name: cx.actor.name, internal: false } as const;
  const text = await textOf(cx, input);
  if (files.length > 0 && ticket.account_id === null)
    throw invalid('attachments', 'The requester has no account and cannot open files. Remove the files.');
  const message = await writeMessage(cx, ticket, { by, content: htmlOfText(text), files });
  const answered = await changeTicketStatus(cx, ticket, 'answer');
  const status = input.resolve
    ? await changeTicketStatus(cx, { ...ticket, status: answered, waiting_since: null }, 'resolve')
    : answered;
  await audit(cx, 'replyTicket', auditedTicket(ticket), {
    message,
    resolved: input.resolve,
    files: files.length,
    ...(input.canned && { canned: input.canned }),
  });
  await queueReplyMail(cx, ticket, {
    message,
    text,
    files: files.map(({ name }) => safeFileName(name)),
    resolved: input.resolve,
  });
  return { id: ticket.id, status, message };
}

/** Returns the text of the message or of the canned reply. Throws `validation` unless exactly one is given. */
async function textOf(cx: OperatorCx, { ticket, message, canned }: OperatorInput<'replyTicket'>): Promise<string> {
  if (message !== undefined && canned === undefined) return message;
  if (message === undefined && canned !== undefined) return fillCannedReply(cx, canned, ticket);
  throw invalid('message', 'Set either message or canned, not both.');
}

type Ticket = Awaited<ReturnType<typeof lockTicket>>;

/** Mails the answer to members who look after servers, and to the requester. */
export async function queueReplyMail(
  cx: OperatorCx,
  { id, account_id, user_id, requester, subject }: Ticket,
  { message, text, files, resolved }: { message: number; text: string; files: string[]; resolved: boolean },
): Promise<void> {
  const { address } = await inboxSettings(cx.db);
  const shared = {
    template: 'ticket-answered' as const,
    data: { ticket: id, subject, lines: linesOf(text), files, resolved, byMail: address !== null },
    ticketId: id,
    inReplyTo: await latestMessageId(cx.db, id),
    dedupeKey: `ticket-answered:${message}`,
  };
  if (account_id !== null)
    await queueMail(cx, { ...shared, accountId: account_id, roles: ['owner', 'admin', 'technical'], additionalUserId: user_id });
  if (requester !== null) await queueMailToAddress(cx, { ...shared, address: requester, accountId: null, userId: null });
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MAX_LINES);
