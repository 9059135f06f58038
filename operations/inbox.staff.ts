/** Mails that an operator releases or drops: one by its id, or all that are held for a reason. */

import type { Database } from '@innkeeper/db/schema';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { addComplaintDepartment } from '@innkeeper/db/tables/complaints';
import { type InboxSettings, inboxSettings, MAIL_TOO_LARGE, MAILBOX_AWAY } from '@innkeeper/db/tables/inbox';
import {
  isUnreadableMailHeld,
  lockHeldMails,
  lockReceivedMail,
  markHandled,
  type ReceivedMail,
  requeueMail,
} from '@innkeeper/db/tables/received-mails';
import { audit } from '@innkeeper/domain/audit';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import { UNREADABLE_MAILS } from '@innkeeper/model/mail-in/mail';
import { type Kysely, sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply, StaffServices } from './define.staff.ts';

/** Lists received mails, or only held ones, newest first. */
export function listInbox(cx: StaffCx, input: StaffInput<'listInbox'>): Promise<StaffReply<'listInbox'>> {
  let query = cx.db.selectFrom('received_mails').selectAll().orderBy('id', 'desc');
  if (input.held) query = query.where('outcome', '=', 'held');
  return listPage(query, input, receivedMailView);
}

export async function showInbox({ db }: StaffCx): Promise<StaffReply<'showInbox'>> {
  return inboxView(db);
}

/** Changes the inbox settings. Throws `validation` with the field. */
export async function setInbox(
  cx: StaffCx,
  input: StaffInput<'setInbox'>,
  { mailboxPassword: password }: Pick<StaffServices, 'mailboxPassword'>,
): Promise<StaffReply<'setInbox'>> {
  if (input.imap_password_file !== undefined && !password)
    throw invalid('imap_password_file', 'This file can only be set on the host: ./innkeeper inbox set --imap-password-file');
  const before = await cx.db.selectFrom('inbox_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
  const mailbox = mailboxOf(input);
  const clearedPassword = isAnotherMailbox(before, mailbox) ? { imap_password: null } : {};
  const changes = { ...(await changesOf(cx, input)), ...mailbox, ...(password ? { imap_password: password } : clearedPassword) };
  if (Object.keys(changes).length === 0) throw invalid('address', 'Name at least one setting to change.');
  const after = { ...before, ...changes };
  refuseIncomplete(after);
  refuseSameAddress(after);
  if (changes.abuse_address) await addComplaintDepartment(cx.db, cx.clock.now());
  // Retry at once, whatever failed before.
  const retryNow = { away_since: null, away_error: null, away_tries: 0, retry_at: new Date(0) };
  await cx.db
    .updateTable('inbox_settings')
    .set({ ...changes, ...retryNow })
    .execute();
  for (const alert of [MAILBOX_AWAY, MAIL_TOO_LARGE]) await resolveAlerts(cx.db, alert, cx.clock.now());
  const { imap_password, ...told } = changes;
  await audit(cx, 'setInbox', null, { ...told, ...(imap_password && { imap_password: 'set' }) });
  return inboxView(cx.db);
}

type MailboxChanges = Partial<
  Pick<InboxSettings, 'imap_host' | 'imap_port' | 'imap_tls' | 'imap_user' | 'imap_folder' | 'imap_done_folder'>
>;

function mailboxOf(input: StaffInput<'setInbox'>): MailboxChanges {
  const { imap_host, imap_done_folder, imap_port, imap_tls, imap_user, imap_folder } = input;
  const named = Object.entries({ imap_port, imap_tls, imap_user, imap_folder }).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(named) as MailboxChanges),
    ...(imap_host && { imap_host: imap_host === 'none' ? null : imap_host }),
    ...(imap_done_folder && { imap_done_folder: imap_done_folder === 'none' ? null : imap_done_folder }),
  };
}

/**
 * Returns whether the stored password would be sent to another server, as another user or with other encryption. The password was given
 * only for that mailbox.
 */
const isAnotherMailbox = (before: InboxSettings, changes: MailboxChanges): boolean =>
  (['imap_host', 'imap_port', 'imap_tls', 'imap_user'] as const).some(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  );

const ON_THIS_HOST = ['localhost', '127.0.0.1', '::1'];

function refuseIncomplete({ address, imap_host, imap_user, imap_password, imap_tls }: Omit<InboxSettings, 'only_one'>): void {
  if (imap_host === null) return;
  if (address === null) throw invalid('address', 'Name the address that customers write to before you set a mailbox.');
  if (imap_user === null) throw invalid('imap_user', 'Name the user of the mailbox.');
  if (imap_tls === 'none' && !ON_THIS_HOST.includes(imap_host))
    throw invalid(
      'imap_tls',
      'The encryption none would send the password in clear text. Use it only for a server on this host.',
    );
  if (imap_password === null)
    throw invalid(
      'imap_password_file',
      'Name a file with the password of the mailbox. A change of host, port, user or encryption needs it too.',
    );
}

/** Throws `validation` if both addresses are equal, because all mail to support would then count as abuse complaints. */
function refuseSameAddress({ address, abuse_address }: Pick<InboxSettings, 'address' | 'abuse_address'>): void {
  if (abuse_address !== null && abuse_address === address)
    throw invalid('abuse_address', 'Must differ from the address that customers write to.');
}

type Changes = Partial<Pick<InboxSettings, 'address' | 'abuse_address' | 'unknown_senders' | 'department_id'>>;

async function changesOf(cx: StaffCx, { address, abuse_address: abuse, ...rest }: StaffInput<'setInbox'>): Promise<Changes> {
  if (address?.includes('+'))
    throw invalid('address', 'Must not contain a plus sign, because the text after it identifies tickets.');
  return {
    ...(address && { address: address === 'none' ? null : address.toLowerCase() }),
    ...(abuse && { abuse_address: abuse === 'none' ? null : abuse.toLowerCase() }),
    ...(rest.unknown_senders && { unknown_senders: rest.unknown_senders }),
    ...(rest.department && { department_id: await departmentId(cx, rest.department) }),
  };
}

async function departmentId({ db }: StaffCx, key: string): Promise<number | null> {
  if (key === 'first') return null;
  const found = db.selectFrom('support_departments').select('id').where('key', '=', key).where('disabled_at', 'is', null);
  const row = await found.executeTakeFirst();
  if (!row) throw invalid('department', 'This department does not exist.');
  return row.id;
}

/**
 * Ignores a held mail, or all mails that are held for a reason. Their reasons stay, and they can still be released. Throws `not_found`.
 * Throws `wrong_state` for a mail that is not held.
 */
export async function dropInbox(cx: StaffCx, { mail }: StaffInput<'dropInbox'>): Promise<StaffReply<'dropInbox'>> {
  const { mails, remaining } = await lockMails(cx, mail);
  for (const { id, outcome, handled_at, why } of mails) {
    if (outcome !== 'held' || handled_at === null) throw new Failure('wrong_state', { message: `Mail ${id} is not held.` });
    await markHandled(cx.db, id, { handled_at, outcome: 'ignored' });
    await audit(cx, 'dropInbox', { kind: 'received_mail', id }, { why });
  }
  await resolveHeldAlerts(cx, mails);
  return { mails: mails.map(({ id }) => id), outcome: 'ignored', remaining };
}

/**
 * Requeues a processed mail, or all mails that are held for a reason, and treats them as sent by a person. Throws `not_found`. Throws
 * `wrong_state` for a mail that is not processed yet, is in a ticket, or has lost its file.
 */
export async function releaseInbox(cx: StaffCx, { mail }: StaffInput<'releaseInbox'>): Promise<StaffReply<'releaseInbox'>> {
  const { mails, remaining } = await lockMails(cx, mail);
  // Mails that have lost their files can only be dropped.
  const taken = typeof mail === 'number' ? mails : mails.filter(({ key }) => key !== null);
  for (const before of taken) {
    requireReleasable(before);
    await requeueMail(cx.db, before.id);
    await audit(cx, 'releaseInbox', { kind: 'received_mail', id: before.id }, { outcome: before.outcome, why: before.why });
  }
  await resolveHeldAlerts(cx, taken);
  return { mails: taken.map(({ id }) => id), outcome: 'waiting', remaining };
}

function requireReleasable({ handled_at, ticket_id, key }: ReceivedMail): void {
  if (handled_at === null) throw new Failure('wrong_state', { message: 'This mail is not processed yet. Try again later.' });
  if (ticket_id !== null) throw new Failure('wrong_state', { message: `This mail is already in ticket ${ticket_id}.` });
  if (key === null) throw new Failure('wrong_state', { message: 'The file of this mail was deleted because of its age.' });
}

/** Maximum number of mails in one transaction. */
const MAX_MAILS = 1_000;

interface TakenMails {
  mails: ReceivedMail[];
  /** Number of further mails that are held for the same reason. */
  remaining: number;
}

/** Locks the mails, oldest first. Throws `not_found` for the id of no mail. */
async function lockMails({ db }: StaffCx, mail: StaffInput<'releaseInbox'>['mail']): Promise<TakenMails> {
  if (typeof mail !== 'number') return lockHeldMails(db, mail, MAX_MAILS);
  const found = await lockReceivedMail(db, mail);
  if (!found) throw new Failure('not_found', { message: `Mail ${mail} does not exist.` });
  return { mails: [found], remaining: 0 };
}

/** Closes the alerts about these mails, which are no longer held. Another mail opens them again. */
async function resolveHeldAlerts({ db, clock }: StaffCx, mails: readonly ReceivedMail[]): Promise<void> {
  const now = clock.now();
  const senders = new Set(mails.map(({ from_address }) => from_address ?? 'nobody'));
  for (const sender of senders) await resolveAlerts(db, { kind: 'mail_loop', key: `sender:${sender}` }, now);
  if (mails.some(({ why }) => why === 'flood')) await resolveAlerts(db, { kind: 'mail_loop', key: 'complaints' }, now);
  if (!(await isUnreadableMailHeld(db))) await resolveAlerts(db, { kind: UNREADABLE_MAILS.kind }, now);
}

async function inboxView(db: Kysely<Database>): Promise<StaffReply<'showInbox'>> {
  const settings = await inboxSettings(db);
  const { address, abuse_address, unknown_senders, department_id } = settings;
  const department = db
    .selectFrom('support_departments')
    .select('key')
    .where('id', '=', department_id ?? 0);
  const counts = await db
    .selectFrom('received_mails')
    .select(sql<number>`(count(*) filter (where handled_at is null))::int`.as('waiting'))
    .select(sql<number>`(count(*) filter (where outcome = 'held'))::int`.as('held'))
    .executeTakeFirstOrThrow();
  const imap = mailboxView(settings);
  return {
    address,
    abuse_address,
    unknown_senders,
    imap,
    department: (await department.executeTakeFirst())?.key ?? null,
    ...counts,
  };
}

function receivedMailView(mail: ReceivedMail) {
  const { id, received_at, from_address, subject, outcome, unanswered_domain, ticket_id, key } = mail;
  const why = mail.why ?? (unanswered_domain === null ? null : 'dns');
  const read = { from: from_address, subject, outcome: outcome ?? ('waiting' as const), why };
  return { id, received_at, ...read, ticket: ticket_id, file: key };
}

function mailboxView(settings: InboxSettings): StaffReply<'showInbox'>['imap'] {
  const { imap_host: host, imap_user: user, imap_port: port, imap_tls: tls, imap_folder: folder } = settings;
  if (host === null || user === null) return null;
  const { imap_done_folder: done_folder, away_since: since, away_error: error, retry_at } = settings;
  return { host, port, tls, user, folder, done_folder, away: since === null ? null : { since, error: error ?? '', retry_at } };
}
