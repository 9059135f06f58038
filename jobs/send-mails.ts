/**
 * Sends queued mails, several concurrently and outside of any transaction. A deferred mail is retried with increasing delays. A mail that
 * is refused, or failed for two days, is given up, and the operator gets an alert.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { purgeAlertDeliveries } from '@innkeeper/db/tables/alert-notices';
import { alertOnce, purgeClosedAlerts, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { inboxSettings } from '@innkeeper/db/tables/inbox';
import { claimMail, keysBefore, type Mail, markFailed, markSent, purgeMails } from '@innkeeper/db/tables/mails';
import { loadMailFrame, loadMailSeller } from '@innkeeper/domain/mail/frame';
import type { DocumentRenderer } from '@innkeeper/engine/documents/port';
import { MailError, type OutgoingMail } from '@innkeeper/engine/mail/port';
import { ATTEMPTS_BEFORE_ALERT, keyOfAddress, UNDELIVERED } from '@innkeeper/model/alert-notices/channels';
import type { MailFrame, MailSeller } from '@innkeeper/model/mail/frame';
import type { RenderedMail } from '@innkeeper/model/mail/render';
import { MAX_ATTEMPTS, PAUSES_MS } from '@innkeeper/model/mail/schedule';
import type { MailData } from '@innkeeper/model/mail/templates';
import { framedMail, isMailTemplate, isWrittenByPerson } from '@innkeeper/model/mail/texts';
import { bounceAddress, ticketAddress } from '@innkeeper/model/mail-in/addresses';
import type { JobContext, MailContext } from './job.ts';
import { loadMailDocuments } from './mail-documents.ts';

/** Maximum number of mails per run, because other jobs and stopping wait for the run. */
const AT_MOST = 200;

/** Maximum number of concurrent mails, in total and per domain. A slow receiver takes at most half of the slots. */
const CONCURRENCY = 6;
const TO_A_DOMAIN = 3;
/** Poll interval in milliseconds for new mails. The end of a running delivery also triggers a poll. */
const POLL_INTERVAL_MS = 1_000;

/** The context of a run: all its mails name the same seller. */
interface SendContext extends MailContext {
  readonly seller: MailSeller | null;
  readonly renderer?: DocumentRenderer | undefined;
}

/** Sends due mails. Returns how many were sent. */
export async function sendMails(context: MailContext, renderer?: DocumentRenderer): Promise<number> {
  const cx: SendContext = { ...context, seller: await loadMailSeller(context.db), renderer };
  const underWay = new Map<Promise<void>, string>();
  const failures: unknown[] = [];
  let [sent, claimed] = [0, 0];
  for (;;) {
    const full = cx.stopping?.aborted || claimed >= AT_MOST || underWay.size >= CONCURRENCY || failures.length > 0;
    const inFlightBefore = underWay.size;
    const mail = full ? undefined : await claimMail(cx.db, cx.clock.now(), PAUSES_MS, busyDomains([...underWay.values()]));
    if (mail) {
      claimed += 1;
      const sending: Promise<void> = send(cx, mail)
        .then((done) => {
          if (done) sent += 1;
        })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(sending));
      underWay.set(sending, domainOf(mail));
    } else if (underWay.size === 0) {
      // Mails that were skipped because their domain was busy may still be due, because the running deliveries ended during the query.
      if (inFlightBefore > 0 && !full) continue;
      if (failures.length > 0) throw failures[0];
      return sent;
    } else await Promise.race([...underWay.keys(), sleep(POLL_INTERVAL_MS)]);
  }
}

const domainOf = ({ address }: Mail): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const busyDomains = (domains: readonly string[]): string[] => [
  ...new Set(domains.filter((domain) => domains.filter((one) => one === domain).length >= TO_A_DOMAIN)),
];

/** Deletes sent mails, and closed alerts and their notices, after the same time. Returns how many rows. */
export async function purgeOldMails({ db, clock, settings }: JobContext): Promise<number> {
  const before = new Date(clock.now().getTime() - settings.retention.mailsMs);
  return (await purgeMails(db, before)) + (await purgeAlertDeliveries(db, before)) + (await purgeClosedAlerts(db, before));
}

async function send(cx: SendContext, mail: Mail): Promise<boolean> {
  try {
    const { key, address: to, created_at: at, template } = mail;
    const byPerson = isWrittenByPerson(template);
    const { frame, files, route } = await loaded(cx, mail);
    await cx.mail.send({ key, to, at, byPerson, ...rendered(mail, frame), attachments: files, ...route });
  } catch (error) {
    await failed(cx, mail, error);
    return false;
  }
  await markSent(cx.db, mail.id, cx.clock.now());
  if (isNotice(mail)) await resolveAlerts(cx.db, { kind: UNDELIVERED, key: keyOfAddress(mail.address) }, cx.clock.now());
  return true;
}

/**
 * Returns the reply addressing. Replies go to the mail's ticket. Bounces go to an address that identifies the mail. Automatic mail has no
 * return path.
 */
async function routed({ db }: MailContext, mail: Mail): Promise<Pick<OutgoingMail, 'replyTo' | 'returnPath' | 'thread'>> {
  const { address: support } = await inboxSettings(db);
  const automatic = mail.automatic ? { returnPath: '' } : {};
  const { id, ticket_id, address } = mail;
  if (ticket_id === null) return { ...automatic, thread: { inReplyTo: mail.in_reply_to, keys: [] } };
  const keys = await keysBefore(db, { id, ticket_id, address });
  const thread = { inReplyTo: mail.in_reply_to, keys };
  if (support === null) return { ...automatic, thread };
  const { mail_token } = await db
    .selectFrom('tickets')
    .select('mail_token')
    .where('id', '=', ticket_id)
    .executeTakeFirstOrThrow();
  return { thread, replyTo: ticketAddress(support, mail_token), returnPath: bounceAddress(support, mail.key), ...automatic };
}

/** Loads what a mail needs besides its row. A failed query is retried with the mail. */
async function loaded(cx: SendContext, mail: Mail) {
  try {
    const { documents, files } = await loadMailDocuments(cx, mail, cx.renderer);
    const frame = await loadMailFrame(cx, mail, { seller: cx.seller, documents });
    return { frame, files, route: await routed(cx, mail) };
  } catch (cause) {
    throw new MailError(cause instanceof Error ? cause.message : String(cause), { permanent: false, cause });
  }
}

/** Renders the mail. A row written by another version whose template is unknown or unreadable fails permanently. */
function rendered({ template, data, language }: Mail, frame: MailFrame): RenderedMail {
  if (!isMailTemplate(template)) throw new MailError(`there is no text ${template}`, { permanent: true });
  return framedMail(template, data as unknown as MailData[typeof template], language, frame);
}

async function failed(cx: MailContext, mail: Mail, error: unknown): Promise<void> {
  const words = error instanceof Error ? error.message : String(error);
  const forGood = (error instanceof MailError ? error.permanent : true) || mail.tries >= MAX_ATTEMPTS;
  await markFailed(cx.db, mail.id, words, forGood ? cx.clock.now() : null);
  if (isNotice(mail)) return forGood || mail.tries >= ATTEMPTS_BEFORE_ALERT ? alertUndelivered(cx, mail, words) : undefined;
  if (!forGood) return;
  const message = `Mail ${mail.id} to account ${mail.account_id} could not be sent: ${words}. See failed mails with ./innkeeper mail list --failed.`;
  await alertOnce(cx.db, { kind: 'mail_failed', key: 'mails', message });
}

/** Returns whether the mail contains alerts for the operator. Its failure is reported by the webhook, and never by another mail. */
const isNotice = ({ template }: Mail): boolean => template === 'operator-alerts';

async function alertUndelivered({ db }: MailContext, { id, address }: Mail, words: string): Promise<void> {
  const message = `Mail ${id} with alerts to ${address} could not be sent: ${words}`;
  await alertOnce(db, { kind: UNDELIVERED, key: keyOfAddress(address), message });
}
