/**
 * Handles a mail to support in one transaction: ticket, rows of files, audit line, reply, and the mark that the mail is handled.
 *
 * The raw mail is already in the home, and is handled again if the transaction does not commit.
 */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { type InboxSettings, inboxSettings } from '@innkeeper/db/tables/inbox';
import { markReturned } from '@innkeeper/db/tables/mails';
import {
  countRefusalMails,
  countUnreadableMails,
  countUnverifiedMails,
  markHandled,
  type ReceivedMail,
} from '@innkeeper/db/tables/received-mails';
import { findDepartment, insertTicket, listDepartments } from '@innkeeper/db/tables/tickets';
import { keyOfAddress, UNDELIVERED } from '@innkeeper/model/alert-notices/channels';
import type { Failure } from '@innkeeper/model/failures';
import type { AbuseReport } from '@innkeeper/model/mail-in/abuse-report';
import { mayAnswer } from '@innkeeper/model/mail-in/automatic';
import { type Destination, destinationOf, LOOP_LIMITS, MAX_UNVERIFIED } from '@innkeeper/model/mail-in/destination';
import { type HoldReason, MAX_UNREADABLE, type MailFacts, REFUSALS, UNREADABLE_MAILS } from '@innkeeper/model/mail-in/mail';
import { safeFileName } from '@innkeeper/model/support/attachments';
import { days, hours } from '@innkeeper/model/time/clock';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToAddress } from '../mail/queue.ts';
import type { UploadedFile } from '../tickets/files.ts';
import { startResponseClock } from '../tickets/response-target.ts';
import type { IncomingFile } from '../tickets/room.ts';
import { changeTicketStatus, writeMessage } from '../tickets/write.ts';
import { isComplaint, takeComplaint } from './complaint.ts';
import { contentOfMail, type MailContent, subjectOfMail } from './content.ts';
import { type LoadedFacts, loadDestinationFacts } from './destination-facts.ts';
import { requireRoomForMail, requireRoomForNewTicket } from './room.ts';

/** A file of a mail in which the scanner found a virus. */
export interface InfectedFile {
  name: string;
  /** Name of the virus. */
  found: string;
  bytes: number;
  /** SHA-256 in hex. */
  sha256: string;
}

export interface IncomingMail extends MailContent {
  facts: MailFacts;
  /** Files in the store that no row refers to yet. */
  files: readonly UploadedFile[];
  /** Infected files, which were not stored. */
  infected?: readonly InfectedFile[];
  /** Files that were neither scanned nor stored, because the first pass only determines whether the mail becomes part of a ticket. */
  skippedFiles?: readonly IncomingFile[];
  /** Machine-readable abuse report, or `null`. */
  abuse: AbuseReport | null;
  /** Addresses in the subject and the text. */
  namedAddresses: readonly string[];
  /** Addresses of servers on the path of the attached mails. */
  attachedAddresses: readonly string[];
  /** `true` if a delivery report announces a permanent failure. */
  failedForGood: boolean;
}

/** A mail in its transaction, with the related facts from the database. */
interface Handling {
  received: ReceivedMail;
  mail: IncomingMail;
  known: LoadedFacts;
  inbox: InboxSettings & { address: string };
}

type Outcome = NonNullable<ReceivedMail['outcome']>;
export type HandlingResult = { outcome: Outcome; why?: string; ticket_id?: number } & Partial<
  Pick<ReceivedMail, 'complaint_addresses' | 'complaint_time' | 'complaint_kind'>
>;

/**
 * Handles a mail and returns the outcome. Only `reply` and `opened` use its files.
 *
 * Throws a `Failure`, and changes nothing, if the ticket or the account has no room. The caller then notifies the sender with `refuseMail`.
 */
export async function handleMail(cx: MutatingCx, received: ReceivedMail, mail: IncomingMail): Promise<Outcome> {
  // Check for complaints first, because programs also send complaints, and these would otherwise pass for bounces.
  if (await isComplaint(cx, received, mail)) return done(cx, received, mail.facts, await takeComplaint(cx, received, mail));
  const handling = await prepare(cx, received, mail);
  if (!handling) return done(cx, received, mail.facts, { outcome: 'ignored', why: 'no address is set' });
  const { known } = handling;
  if (known.kind === 'bounce') await noteReturned(cx, handling);
  const destination = destinationOf(known, { forced: received.forced });
  if (mail.skippedFiles) await requireRoomForMail(cx, destination, mail);
  return done(cx, received, mail.facts, await routeMail(cx, handling, destination));
}

/**
 * Returns whether the mail and its files would currently become part of a ticket. Changes nothing. Throws the `Failure` that `handleMail`
 * would throw.
 */
export async function needsFiles(cx: MutatingCx, received: ReceivedMail, mail: IncomingMail): Promise<boolean> {
  if (await isComplaint(cx, received, mail)) return false;
  const handling = await prepare(cx, received, mail);
  if (!handling) return false;
  const destination = destinationOf(handling.known, { forced: received.forced });
  await requireRoomForMail(cx, destination, mail);
  return destination.to === 'ticket' || destination.to === 'new ticket';
}

/** Mails the message of a `Failure` to the sender, once per mail, unless the mail must not be answered. */
export async function refuseMail(cx: MutatingCx, received: ReceivedMail, mail: IncomingMail, failure: Failure): Promise<Outcome> {
  const { from, messageId } = mail.facts;
  if (from !== null && mayAnswer(mail.facts))
    await queueMailToAddress(cx, {
      ...{ address: from, template: 'mail-refused', data: { reason: failure.message }, accountId: null, userId: null },
      ...{ automatic: true, inReplyTo: messageId, dedupeKey: `mail-refused:${received.id}` },
    });
  return done(cx, received, mail.facts, { outcome: 'refused', why: failure.code });
}

export interface HandlingFailure {
  why: Extract<HoldReason, 'unreadable' | 'killed'>;
  /** Reason as text. */
  reason: string;
}

/**
 * Holds a mail that could not be handled, and opens one alert for all such mails. After too many of unverified senders in an hour it is
 * ignored, because anyone can send mails that no parser reads.
 */
export async function holdMail(cx: MutatingCx, received: ReceivedMail, { why, reason }: HandlingFailure): Promise<void> {
  const { id, key, verified_from } = received;
  const now = cx.clock.now();
  const since = new Date(now.getTime() - hours(1));
  const ignored = verified_from === null && (await countUnreadableMails(cx.db, since, MAX_UNREADABLE)) >= MAX_UNREADABLE - 1;
  await markHandled(cx.db, id, { handled_at: now, outcome: ignored ? 'ignored' : 'held', why });
  if (ignored) return;
  const message = `Mail ${id} to support is held: ${reason}. Its file is ${key} in received-mail. Try again with ./innkeeper inbox release ${id}. List all held mails with ./innkeeper inbox list --held, and ignore those that could not be read with ./innkeeper inbox drop ${why}.`;
  await alertOnce(cx.db, { ...UNREADABLE_MAILS, message });
}

async function prepare(cx: MutatingCx, received: ReceivedMail, mail: IncomingMail): Promise<Handling | undefined> {
  const inbox = await inboxSettings(cx.db);
  const { address } = inbox;
  if (address === null) return undefined;
  const set = { ...inbox, address };
  return { received, mail, inbox: set, known: await loadDestinationFacts(cx, received, mail.facts, set) };
}

async function done(
  cx: MutatingCx,
  { id }: ReceivedMail,
  facts: MailFacts,
  { outcome, ...rest }: HandlingResult,
): Promise<Outcome> {
  const { messageId, from, subject } = facts;
  const read = { message_id: messageId, from_address: from, subject: subjectOfMail(subject) };
  await markHandled(cx.db, id, { handled_at: cx.clock.now(), outcome, ...read, ...rest });
  return outcome;
}

async function routeMail(cx: MutatingCx, handling: Handling, destination: Destination): Promise<HandlingResult> {
  switch (destination.to) {
    case 'ticket':
      return reply(cx, handling, destination);
    case 'new ticket':
      return open(cx, handling, destination);
    case 'sender':
      return refuseUnknown(cx, handling);
    case 'operator':
      return hold(cx, handling);
    case 'nowhere':
      if (destination.why === 'unverified') await noteUnverified(cx, handling);
      return { outcome: 'ignored', why: destination.why };
  }
}

async function reply(
  cx: MutatingCx,
  { mail }: Handling,
  { ticketId, userId }: { ticketId: number; userId: number | null },
): Promise<HandlingResult> {
  const ticket = await cx.db
    .selectFrom('tickets')
    .select(['id', 'account_id', 'status', 'waiting_since'])
    .where('id', '=', ticketId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const by = { author: 'customer', user_id: userId, mail_from: mail.facts.from } as const;
  const message = await writeMessage(cx, ticket, { by, content: contentOfMail(mail), files: mail.files });
  await changeTicketStatus(cx, ticket, 'reply');
  const details = { message, from: mail.facts.from, user: userId, files: mail.files.length };
  await audit(cx, 'ticket.replied_by_mail', { kind: 'ticket', id: ticketId, accountId: ticket.account_id }, details);
  await auditInfected(cx, mail, { id: ticketId, account_id: ticket.account_id });
  return { outcome: 'reply', ticket_id: ticketId };
}

async function auditInfected(
  cx: MutatingCx,
  { facts, infected = [] }: IncomingMail,
  ticket: { id: number; account_id: number | null },
): Promise<void> {
  for (const { name, ...rest } of infected) {
    const resource = { kind: 'ticket', id: ticket.id, accountId: ticket.account_id };
    await audit(cx, 'file.infected', resource, { file: safeFileName(name), ...rest, from: facts.from });
  }
}

async function open(
  cx: MutatingCx,
  { received, mail, inbox, known }: Handling,
  { accountId, userId }: { accountId: number | null; userId: number | null },
): Promise<HandlingResult> {
  const { from, messageId } = mail.facts;
  await requireRoomForNewTicket(cx, accountId, mail.facts);
  const now = cx.clock.now();
  const subject = subjectOfMail(mail.facts.subject);
  const times = { created_at: now, updated_at: now, waiting_since: now };
  const ownerColumns = { account_id: accountId, user_id: userId, requester: accountId === null ? from : null };
  const department_id = await departmentOf(cx, inbox);
  const id = await insertTicket(cx.db, { ...times, ...ownerColumns, subject, department_id });
  const by = { author: 'customer', user_id: userId, mail_from: from } as const;
  await writeMessage(cx, { id, account_id: accountId }, { by, content: contentOfMail(mail), files: mail.files });
  await startResponseClock(cx, { id, account_id: accountId, waiting_since: now }, now);
  await audit(cx, 'ticket.opened_by_mail', { kind: 'ticket', id, accountId }, { from, user: userId, files: mail.files.length });
  await auditInfected(cx, mail, { id, account_id: accountId });
  // A reply to an unverified address would be unwanted mail if the address is forged.
  if (from !== null && known.verified && mayAnswer(mail.facts))
    await queueMailToAddress(cx, {
      ...{ address: from, template: 'ticket-received', data: { ticket: id, subject }, accountId, userId, ticketId: id },
      ...{ automatic: true, inReplyTo: messageId, dedupeKey: `ticket-received:${received.id}` },
    });
  return { outcome: 'opened', ticket_id: id };
}

async function departmentOf({ db }: MutatingCx, { department_id }: InboxSettings): Promise<number> {
  const chosen = department_id === null ? undefined : await findDepartment(db, department_id);
  if (chosen && !chosen.disabled_at) return chosen.id;
  const [first] = await listDepartments(db);
  if (!first) throw new Error('there is no department that a ticket could be sent to');
  return first.id;
}

/**
 * Mails a refusal to an unknown sender, once a day per address and at most `LOOP_LIMITS.refusals` an hour. A forged sender address must not
 * be flooded through us.
 */
async function refuseUnknown(cx: MutatingCx, { mail }: Handling): Promise<HandlingResult> {
  const { from, messageId } = mail.facts;
  const now = cx.clock.now();
  const refusedLately = await countRefusalMails(cx.db, new Date(now.getTime() - hours(1)));
  if (from !== null && refusedLately < LOOP_LIMITS.refusals)
    await queueMailToAddress(cx, {
      ...{ address: from, template: 'mail-refused', data: { reason: REFUSALS.unknown }, accountId: null, userId: null },
      ...{ automatic: true, inReplyTo: messageId, dedupeKey: `mail-refused:${from}:${now.toISOString().slice(0, 10)}` },
    });
  return { outcome: 'refused', why: 'unknown' };
}

/**
 * Opens one alert for all mails that name members and were ignored, because nobody is notified of them. A list that changes mails, such as
 * a Google group, breaks the signatures of all its members.
 */
async function noteUnverified(cx: MutatingCx, { received, mail }: Handling): Promise<void> {
  const since = new Date(cx.clock.now().getTime() - days(1));
  if ((await countUnverifiedMails(cx.db, since, MAX_UNVERIFIED)) < MAX_UNVERIFIED - 1) return;
  const message = `${MAX_UNVERIFIED} mails in 24 hours name members as senders and were ignored, because their domains do not verify them and they must not be answered, such as mail ${received.id} from ${mail.facts.from ?? 'nobody'}. List them with ./innkeeper inbox list.`;
  await alertOnce(cx.db, { kind: 'mail_unverified', key: 'mails', message });
}

async function hold(cx: MutatingCx, { received, mail }: Handling): Promise<HandlingResult> {
  const { from } = mail.facts;
  const message = `Too many mails arrived from ${from ?? 'an unknown sender'}, possibly from a program that answers our mails. New ones are held. List them with ./innkeeper inbox list --held, and release this one with ./innkeeper inbox release ${received.id}.`;
  await alertOnce(cx.db, { kind: 'mail_loop', key: `sender:${from ?? 'nobody'}`, message });
  return { outcome: 'held', why: 'loop' };
}

/** Marks mails as returned if a server reported a permanent failure, and opens an alert because their addresses are wrong. */
async function noteReturned(cx: MutatingCx, { known, mail, received }: Handling): Promise<void> {
  if (!mail.failedForGood) return;
  for (const key of known.mailKeys) {
    const returned = await markReturned(cx.db, key, cx.clock.now());
    if (!returned) continue;
    const message = `Mail ${returned.id} to ${returned.address} was returned (inbox mail ${received.id}). See failed mails with ./innkeeper mail list --failed.`;
    // A notice about alerts must not cause another mail.
    const isNotice = returned.template === 'operator-alerts';
    const alert = isNotice
      ? ({ kind: UNDELIVERED, key: keyOfAddress(returned.address) } as const)
      : ({ kind: 'mail_failed', key: 'mails' } as const);
    await alertOnce(cx.db, { ...alert, message });
  }
}
