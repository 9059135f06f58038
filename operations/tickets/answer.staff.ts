import { complaintsOfTicket } from '@innkeeper/db/tables/complaints';
import { inboxSettings } from '@innkeeper/db/tables/inbox';
import { heldAt, holdersOf } from '@innkeeper/db/tables/ip-assignments';
import { latestMessageId } from '@innkeeper/db/tables/received-mails';
import { insertTicket, listDepartments } from '@innkeeper/db/tables/tickets';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { queueMail, queueMailToAddress } from '@innkeeper/domain/mail/queue';
import { fillCannedReply } from '@innkeeper/domain/tickets/canned-replies';

import { changeTicketStatus, writeMessage } from '@innkeeper/domain/tickets/write';
import { Failure, invalid } from '@innkeeper/model/failures';
import { htmlOfText } from '@innkeeper/model/messages/html';
import { safeFileName } from '@innkeeper/model/support/attachments';
import type { StaffCx, StaffInput, StaffReply, StaffServices } from '../define.staff.ts';
import { auditedTicket, lockTicket } from './list.staff.ts';

/** Maximum number of lines of the answer in the mail. The ticket contains the rest. */
const MAX_LINES = 200;

/**
 * Answers a ticket. Members who look after servers get the answer by mail with the names of its files, which are in the ticket.
 *
 * Throws `not_found` (also for the canned reply), `no_capacity`, `wrong_state` (also for abuse complaints), and `validation` for files to a
 * requester without an account, who can only read mail.
 */
export async function replyTicket(
  cx: StaffCx,
  input: StaffInput<'replyTicket'>,
  { files }: Pick<StaffServices, 'files'>,
): Promise<StaffReply<'replyTicket'>> {
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
async function textOf(cx: StaffCx, { ticket, message, canned }: StaffInput<'replyTicket'>): Promise<string> {
  if (message !== undefined && canned === undefined) return message;
  if (message === undefined && canned !== undefined) return fillCannedReply(cx, canned, ticket);
  throw invalid('message', 'Set either message or canned, not both.');
}

type Ticket = Awaited<ReturnType<typeof lockTicket>>;

/** Mails the answer to members who look after servers, and to the requester. */
async function queueReplyMail(
  cx: StaffCx,
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

/**
 * Adds an internal note with its files. The customer sees nothing of it, also not in the audit log. Throws `not_found`, `wrong_state` and
 * `no_capacity`.
 */
export async function noteTicket(
  cx: StaffCx,
  input: StaffInput<'noteTicket'>,
  { files }: Pick<StaffServices, 'files'>,
): Promise<StaffReply<'noteTicket'>> {
  const ticket = await lockTicket(cx, input.ticket);
  const by = { author: 'staff', staff_name: cx.actor.name, internal: true } as const;
  const message = await writeMessage(cx, ticket, { by, content: htmlOfText(input.message), files });
  await audit(cx, 'noteTicket', { kind: 'ticket', id: ticket.id }, { message, files: files.length });
  return { id: ticket.id, status: ticket.status, message };
}

interface ReportedAddress {
  account: number;
  server: number | null;
  address: string;
  time: Date;
  kind: string | null;
}

/**
 * Opens a ticket in the account that held the reported addresses of a complaint, with address, time, kind and the text of the staff. Nothing
 * of the complaint is in the ticket, because it may name the person who complains.
 *
 * Throws `not_found`. Throws `wrong_state` for a ticket without a complaint, and if no account held an address. Throws `validation` of
 * `account` if several accounts did and none of them is named.
 */
export async function forwardTicket(cx: StaffCx, input: StaffInput<'forwardTicket'>): Promise<StaffReply<'forwardTicket'>> {
  const complaint = await lockTicket(cx, input.ticket);
  if (!complaint.complaint)
    throw new Failure('wrong_state', { message: `Ticket ${complaint.id} holds no complaint about abuse.` });
  const reported = await findReported(cx, complaint.id);
  const account = await chooseAccount(cx, reported, input.account);
  const forwarded = reported.filter((one) => one.account === account);
  const now = cx.clock.now();
  const [department] = await listDepartments(cx.db);
  if (!department) throw new Failure('wrong_state', { message: 'There is no department for the ticket.' });
  const addresses = [...new Set(forwarded.map(({ address }) => address))];
  const servers = [...new Set(forwarded.flatMap(({ server }) => server ?? []))];
  const subject = `Complaint about ${addresses[0]}${addresses.length > 1 ? ` and ${addresses.length - 1} more` : ''}`;
  const id = await insertTicket(cx.db, {
    ...{ created_at: now, updated_at: now, waiting_since: null, status: 'answered' },
    ...{ account_id: account, user_id: null, requester: null, department_id: department.id, subject },
    service_id: servers.length === 1 ? (servers[0] ?? null) : null,
  });
  const ticket = { id, account_id: account };
  const text = `${forwarded.map(describe).join('\n')}\n\n${input.message}`;
  const by = { author: 'staff', staff_name: cx.actor.name } as const;
  const message = await writeMessage(cx, ticket, { by: { ...by, internal: false }, content: htmlOfText(text), files: [] });
  await writeMessage(cx, complaint, {
    ...{ by: { ...by, internal: true }, files: [] },
    content: htmlOfText(`Forwarded to account ${account} in ticket ${id}.`),
  });
  await audit(cx, 'forwardTicket', auditedTicket(ticket), { message });
  await audit(cx, 'forwardTicket', { kind: 'ticket', id: complaint.id }, { into: id });
  await queueReplyMail(
    cx,
    { ...complaint, ...ticket, user_id: null, requester: null, subject },
    { message, text, files: [], resolved: false },
  );
  return { id, account, addresses, message };
}

/** Lists who held the addresses of the complaints at their times. */
async function findReported({ db }: StaffCx, ticket: number): Promise<ReportedAddress[]> {
  const found: ReportedAddress[] = [];
  for (const { addresses, time, kind } of await complaintsOfTicket(db, ticket))
    for (const address of addresses) {
      const holder = await holdersOf(db, address).where(heldAt(time)).limit(1).executeTakeFirst();
      if (holder && holder.account !== null) found.push({ account: holder.account, server: holder.server, address, time, kind });
    }
  return found;
}

async function chooseAccount(cx: StaffCx, reported: readonly ReportedAddress[], named?: string): Promise<number> {
  const accounts = [...new Set(reported.map(({ account }) => account))];
  const [only] = accounts;
  if (only === undefined)
    throw new Failure('wrong_state', { message: 'No account held a reported address at the reported time.' });
  if (named === undefined) {
    if (accounts.length === 1) return only;
    throw invalid('account', `Several accounts held reported addresses: ${accounts.join(', ')}. Name one.`);
  }
  const id = await accountIdOf(cx.db, named);
  if (!accounts.includes(id)) throw invalid('account', 'This account held none of the reported addresses.');
  return id;
}

const describe = ({ address, time, kind }: ReportedAddress): string =>
  `We received a complaint about ${address} at ${time.toISOString()}${kind === null ? '' : ` (${kind})`}.`;
