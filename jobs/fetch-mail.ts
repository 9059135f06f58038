/**
 * Fetches support mail from the operator's mailbox. Each mail is stored and committed before it is marked in the mailbox, so that no mail
 * is lost. A mail fetched twice has one row. An unreadable mailbox is retried with increasing delays, and the operator is notified.
 */
import { Readable } from 'node:stream';
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import {
  type InboxSettings,
  inboxSettings,
  MAIL_TOO_LARGE,
  MAILBOX_AWAY,
  markInboxAvailable,
  markInboxUnavailable,
} from '@innkeeper/db/tables/inbox';
import { transact } from '@innkeeper/domain/context';
import { receiveMail } from '@innkeeper/domain/mail-in/receive';
import { fetchMails, type Mailbox } from '@innkeeper/engine/mail-in/imap';
import { IMAP_PASSWORD } from '@innkeeper/model/mail-in/mail';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { type RawBuilder, sql } from 'kysely';
import type { InboxContext } from './job.ts';

/** Returns a condition that is true if a mailbox is configured and due. */
export const mailboxDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from inbox_settings where imap_host is not null and retry_at <= ${now})`;

/** Outage in milliseconds after which an alert opens. A restart of the mail server is shorter. */
const ALERT_AFTER_MS = minutes(5);
const MAX_BACKOFF_MS = minutes(15);
const pauseMs = (tries: number): number => Math.min(MAX_BACKOFF_MS, seconds(30) * 2 ** Math.min(tries - 1, 10));

/** Fetches new mail. Returns how many mails were taken. */
export async function fetchMail(cx: InboxContext): Promise<number> {
  const settings = await inboxSettings(cx.db);
  const mailbox = mailboxOf(cx, settings);
  if (!mailbox || settings.retry_at > cx.clock.now()) return 0;
  try {
    const { taken, tooLarge } = await fetchMails(mailbox, (raw) => store(cx, raw), cx.stopping);
    await markInboxAvailable(cx.db);
    await resolveAlerts(cx.db, MAILBOX_AWAY, cx.clock.now());
    if (tooLarge > 0)
      await alertOnce(cx.db, {
        ...MAIL_TOO_LARGE,
        message: `Mails to support that are too large to fetch: ${tooLarge}. They stay in the folder ${mailbox.folder}.`,
      });
    else await resolveAlerts(cx.db, MAIL_TOO_LARGE, cx.clock.now());
    return taken;
  } catch (error) {
    await recordOutage(cx, mailbox, error);
    return 0;
  }
}

function mailboxOf({ inbox }: InboxContext, settings: InboxSettings): Mailbox | undefined {
  const { imap_host: host, imap_user: user, imap_password: sealed } = settings;
  if (host === null || user === null || sealed === null) return undefined;
  const password = inbox.sealer.open(IMAP_PASSWORD, sealed).toString();
  const { imap_port: port, imap_tls: tls, imap_folder: folder, imap_done_folder: doneFolder } = settings;
  return { host, port, tls, user, password, folder, doneFolder };
}

async function store(cx: InboxContext, raw: Buffer): Promise<void> {
  const { files } = cx.inbox;
  const stored = await files.write(Readable.from([raw]), new AbortController().signal);
  const isNew = await transact(cx, (trx) => receiveMail(trx, { ...stored, source: 'imap', recipient: null }));
  if (!isNew) await files.remove([stored.key]);
}

async function recordOutage({ db, clock }: InboxContext, { host, user }: Mailbox, error: unknown): Promise<void> {
  const words = error instanceof Error ? error.message : String(error);
  const now = clock.now();
  const since = await markInboxUnavailable(db, { error: words, now, pauseMs });
  const refused = (error as { authenticationFailed?: unknown }).authenticationFailed === true;
  if (!refused && now.getTime() - since.getTime() < ALERT_AFTER_MS) return;
  const why = refused ? `refuses the password of ${user}` : `cannot be read since ${since.toISOString()}: ${words}`;
  await alertOnce(db, {
    ...MAILBOX_AWAY,
    message: `The mailbox of support at ${host} ${why}. Mails of customers wait there.`,
  });
}
