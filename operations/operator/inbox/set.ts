import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { addComplaintDepartment } from '@innkeeper/db/tables/complaints';
import { type InboxSettings, MAIL_TOO_LARGE, MAILBOX_AWAY } from '@innkeeper/db/tables/inbox';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { inboxView } from './view.ts';

/** Changes the inbox settings. `password` is the sealed password of the mailbox. Throws `validation` with the field. */
export async function setInbox(
  cx: OperatorCx,
  input: OperatorInput<'setInbox'>,
  password?: Buffer,
): Promise<OperatorResult<'setInbox'>> {
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

function mailboxOf(input: OperatorInput<'setInbox'>): MailboxChanges {
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

async function changesOf(
  cx: OperatorCx,
  { address, abuse_address: abuse, ...rest }: OperatorInput<'setInbox'>,
): Promise<Changes> {
  if (address?.includes('+'))
    throw invalid('address', 'Must not contain a plus sign, because the text after it identifies tickets.');
  return {
    ...(address && { address: address === 'none' ? null : address.toLowerCase() }),
    ...(abuse && { abuse_address: abuse === 'none' ? null : abuse.toLowerCase() }),
    ...(rest.unknown_senders && { unknown_senders: rest.unknown_senders }),
    ...(rest.department && { department_id: await departmentId(cx, rest.department) }),
  };
}

async function departmentId({ db }: OperatorCx, key: string): Promise<number | null> {
  if (key === 'first') return null;
  const found = db.selectFrom('support_departments').select('id').where('key', '=', key).where('disabled_at', 'is', null);
  const row = await found.executeTakeFirst();
  if (!row) throw invalid('department', 'This department does not exist.');
  return row.id;
}
