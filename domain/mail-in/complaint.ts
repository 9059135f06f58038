/**
 * Turns an abuse complaint into a ticket without an account, visible only to staff, with the holders of the reported addresses.
 *
 * Complaints about one address within a day go into one ticket. No reply is sent.
 */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { countComplaintTickets, findComplaintDepartment, findComplaintTicket } from '@innkeeper/db/tables/complaints';
import { inboxSettings } from '@innkeeper/db/tables/inbox';
import { isDuplicateMail, type ReceivedMail } from '@innkeeper/db/tables/received-mails';
import { insertTicket } from '@innkeeper/db/tables/tickets';
import { Failure } from '@innkeeper/model/failures';
import { isSentTo } from '@innkeeper/model/mail-in/abuse-report';
import { htmlOfText } from '@innkeeper/model/messages/html';
import { days } from '@innkeeper/model/time/clock';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { complaintAlertOf } from '../tickets/complaint-alert.ts';
import { changeTicketStatus, writeMessage } from '../tickets/write.ts';
import { type ComplaintAddress, findComplaintAddresses } from './complaint-addresses.ts';
import { describeComplaint } from './complaint-text.ts';
import { contentOfMail, subjectOfMail } from './content.ts';
import type { HandlingResult, IncomingMail } from './handle.ts';

/** Maximum number of complaint tickets in 24 hours. Further complaints are held, because a flood would hide all others. */
export const MAX_COMPLAINT_TICKETS = 50;

/** Returns whether a mail counts as a complaint. Complaints are mails to the abuse address, and machine-readable reports to any address. */
export async function isComplaint({ db }: MutatingCx, received: ReceivedMail, { facts, abuse }: IncomingMail): Promise<boolean> {
  const { abuse_address } = await inboxSettings(db);
  if (abuse_address === null) return false;
  const recipients = received.recipient === null ? facts.recipients : [received.recipient, ...facts.recipients];
  return abuse !== null || isSentTo(abuse_address, recipients);
}

/** Writes a complaint into its ticket, or holds the complaint. */
export async function takeComplaint(cx: MutatingCx, received: ReceivedMail, mail: IncomingMail): Promise<HandlingResult> {
  const { from, messageId } = mail.facts;
  if (messageId !== null && from !== null && (await isDuplicateMail(cx.db, received.id, messageId, from)))
    return { outcome: 'ignored', why: 'twice' };
  const accused = await findComplaintAddresses(cx, received, mail);
  const addresses = accused.addresses.map(({ address }) => address);
  const dayAgo = new Date(received.received_at.getTime() - days(1));
  const existingTicketId = addresses.length === 0 ? undefined : await findComplaintTicket(cx.db, addresses, dayAgo);
  if (existingTicketId === undefined && !received.forced && (await isFlooded(cx))) return hold(cx, received);
  const ticket = existingTicketId === undefined ? await open(cx, mail, accused.addresses) : await lock(cx, existingTicketId);
  const head = describeComplaint({ received, mail, accused });
  // The files are left out: they are the reported content, such as spam.
  const content = `${htmlOfText(head)}<br /><br />${contentOfMail({ ...mail, omittedFileCount: 0, infected: [] })}`;
  const by = { author: 'customer', user_id: null, mail_from: from } as const;
  const message = await writeMessage(cx, ticket, { by, content, files: [] }).catch((error: unknown) => {
    // The ticket is full. Nothing was written.
    if (error instanceof Failure) return undefined;
    throw error;
  });
  if (message === undefined) return hold(cx, received);
  if (existingTicketId !== undefined) await changeTicketStatus(cx, ticket, 'reply');
  await audit(cx, 'ticket.complaint', { kind: 'ticket', id: ticket.id, accountId: null }, { message, from, addresses });
  const addressClause = addresses.length === 0 ? 'contains no IP address' : `is about ${addresses.join(', ')}`;
  await alertOnce(cx.db, {
    ...complaintAlertOf(ticket.id),
    resource: { kind: 'ticket', id: ticket.id },
    message: `A complaint about abuse ${addressClause}. See it with ./innkeeper ticket show ${ticket.id}.`,
  });
  return {
    ...{ outcome: 'complaint', ticket_id: ticket.id, complaint_addresses: addresses },
    ...{ complaint_time: accused.time.at, complaint_kind: mail.abuse?.type ?? null },
  };
}

async function isFlooded({ db, clock }: MutatingCx): Promise<boolean> {
  return (await countComplaintTickets(db, new Date(clock.now().getTime() - days(1)))) >= MAX_COMPLAINT_TICKETS;
}

async function hold(cx: MutatingCx, { id }: ReceivedMail): Promise<HandlingResult> {
  const message = `Too many complaints about abuse arrived. New ones are held, beginning with mail ${id}. List them with ./innkeeper inbox list --held, and release them with ./innkeeper inbox release.`;
  await alertOnce(cx.db, { kind: 'mail_loop', key: 'complaints', message });
  return { outcome: 'held', why: 'flood' };
}

async function open(cx: MutatingCx, { facts }: IncomingMail, accused: readonly ComplaintAddress[]) {
  const department_id = await findComplaintDepartment(cx.db);
  if (department_id === undefined) throw new Error('there is no department of complaints');
  const now = cx.clock.now();
  const servers = [...new Set(accused.flatMap(({ holder }) => holder?.server ?? []))];
  const [first, ...more] = accused.map(({ address }) => address);
  const about = first === undefined ? '' : ` ${first}${more.length > 0 ? ` and ${more.length} more` : ''}`;
  const id = await insertTicket(cx.db, {
    ...{ created_at: now, updated_at: now, waiting_since: now },
    ...{ complaint: true, account_id: null, user_id: null, requester: null, department_id },
    service_id: servers.length === 1 ? (servers[0] ?? null) : null,
    subject: `Abuse${about}: ${subjectOfMail(facts.subject)}`,
  });
  return { id, account_id: null, status: 'opened' as const, waiting_since: now };
}

function lock({ db }: MutatingCx, id: number) {
  return db
    .selectFrom('tickets')
    .select(['id', 'account_id', 'status', 'waiting_since'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
