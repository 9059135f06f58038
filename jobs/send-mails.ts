/**
 * Sends what is in the outbox, some at a time and outside of any transaction. A mail that its receiver defers is tried again, less and less
 * often; one that is refused, or was tried for two days, is given up, and the operator is told.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { inboxSettings } from '@innkeeper/db/tables/inbox';
import { claimMail, keysBefore, type Mail, markFailed, markSent, purgeMails } from '@innkeeper/db/tables/mails';
import { MailError, type OutgoingMail } from '@innkeeper/engine/mail/port';
import { renderMail } from '@innkeeper/model/mail/render';
import { MOST_TRIES, PAUSES_MS } from '@innkeeper/model/mail/schedule';
import type { MailData } from '@innkeeper/model/mail/templates';
import { isMailTemplate, isWrittenByPerson, mailText } from '@innkeeper/model/mail/texts';
import { bounceAddress, ticketAddress } from '@innkeeper/model/mail-in/addresses';
import type { JobContext, MailContext } from './job.ts';

/** In one run: other jobs of this clock are not waited for, and a stop is. */
const AT_MOST = 200;

/** Under way at a time, and to one domain: a receiver that answers slowly takes half of it at most. */
const AT_ONCE = 6;
const TO_A_DOMAIN = 3;
/** How long a mail that comes meanwhile waits when nothing else has ended. */
const LOOK_EVERY_MS = 1_000;

/** Returns how many were sent. */
export async function sendMails(cx: MailContext): Promise<number> {
  const underWay = new Map<Promise<void>, string>();
  const failures: unknown[] = [];
  let [sent, claimed] = [0, 0];
  for (;;) {
    const full = cx.stopping?.aborted || claimed >= AT_MOST || underWay.size >= AT_ONCE || failures.length > 0;
    const beside = underWay.size;
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
      // What was not taken beside others, since their domain was busy, may be due still: they have ended while it was asked.
      if (beside > 0 && !full) continue;
      if (failures.length > 0) throw failures[0];
      return sent;
    } else await Promise.race([...underWay.keys(), sleep(LOOK_EVERY_MS)]);
  }
}

const domainOf = ({ address }: Mail): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const busyDomains = (domains: readonly string[]): string[] => [
  ...new Set(domains.filter((domain) => domains.filter((one) => one === domain).length >= TO_A_DOMAIN)),
];

export async function purgeOldMails({ db, clock, settings }: JobContext): Promise<number> {
  return purgeMails(db, new Date(clock.now().getTime() - settings.retention.mailsMs));
}

async function send(cx: MailContext, mail: Mail): Promise<boolean> {
  try {
    const { key, address: to, created_at: at, template } = mail;
    const byPerson = isWrittenByPerson(template);
    await cx.mail.send({ key, to, at, byPerson, ...rendered(mail), ...(await routed(cx, mail)) });
  } catch (error) {
    await failed(cx, mail, error);
    return false;
  }
  await markSent(cx.db, mail.id, cx.clock.now());
  return true;
}

/** How it is answered: in the ticket that it is of, and its failure at an address that names it. Automatic mail has no way back. */
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

/** A row is of the version that wrote it; one that this version does not know, or cannot read, fails for good. */
function rendered({ template, data, language }: Mail) {
  if (!isMailTemplate(template)) throw new MailError(`there is no text ${template}`, { permanent: true });
  return renderMail(mailText(template, data as unknown as MailData[typeof template], language));
}

async function failed(cx: MailContext, mail: Mail, error: unknown): Promise<void> {
  const words = error instanceof Error ? error.message : String(error);
  const forGood = (error instanceof MailError ? error.permanent : true) || mail.tries >= MOST_TRIES;
  await markFailed(cx.db, mail.id, words, forGood ? cx.clock.now() : null);
  if (!forGood) return;
  const message = `Mail ${mail.id} to account ${mail.account_id} could not be sent: ${words}. See failed mails with ./innkeeper mail list --failed.`;
  await alertOnce(cx.db, { kind: 'mail_failed', key: 'mails', message });
}
