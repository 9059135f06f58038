import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { Database } from '@innkeeper/db/schema';
import { type InboxSettings, inboxSettings } from '@innkeeper/db/tables/inbox';
import type { ReceivedMail } from '@innkeeper/db/tables/received-mails';
import { type Kysely, sql } from 'kysely';

export async function inboxView(db: Kysely<Database>): Promise<OperatorResult<'showInbox'>> {
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

export function receivedMailView(mail: ReceivedMail) {
  const { id, received_at, from_address, subject, outcome, unanswered_domain, ticket_id, key } = mail;
  const why = mail.why ?? (unanswered_domain === null ? null : 'dns');
  const read = { from: from_address, subject, outcome: outcome ?? ('waiting' as const), why };
  return { id, received_at, ...read, ticket: ticket_id, file: key };
}

function mailboxView(settings: InboxSettings): OperatorResult<'showInbox'>['imap'] {
  const { imap_host: host, imap_user: user, imap_port: port, imap_tls: tls, imap_folder: folder } = settings;
  if (host === null || user === null) return null;
  const { imap_done_folder: done_folder, away_since: since, away_error: error, retry_at } = settings;
  return { host, port, tls, user, folder, done_folder, away: since === null ? null : { since, error: error ?? '', retry_at } };
}
