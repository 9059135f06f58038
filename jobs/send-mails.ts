/**
 * Sends what is in the outbox, one at a time and outside of any transaction. A mail that its receiver defers is tried again, less and less
 * often; one that is refused, or was tried for two days, is given up, and the operator is told.
 */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { claimMail, type Mail, markFailed, markSent, purgeMails } from '@innkeeper/db/tables/mails';
import { MailError } from '@innkeeper/engine/mail/port';
import { days } from '@innkeeper/model/clock';
import { renderMail } from '@innkeeper/model/mail/render';
import { MOST_TRIES, PAUSES_MS } from '@innkeeper/model/mail/schedule';
import type { MailData } from '@innkeeper/model/mail/templates';
import { isMailTemplate, mailText } from '@innkeeper/model/mail/texts';
import type { JobContext, MailContext } from './job.ts';

/** In one run: other jobs of this clock are not waited for, and a stop is. */
const AT_MOST = 200;
/** Longer than anything that is told once comes up again. */
const KEPT_MS = days(400);

/** Returns how many were sent. */
export async function sendMails(cx: MailContext): Promise<number> {
  let sent = 0;
  for (let i = 0; i < AT_MOST; i += 1) {
    const mail = await claimMail(cx.db, cx.clock.now(), PAUSES_MS);
    if (!mail) break;
    if (await send(cx, mail)) sent += 1;
  }
  return sent;
}

export async function purgeOldMails({ db, clock }: JobContext): Promise<number> {
  return purgeMails(db, new Date(clock.now().getTime() - KEPT_MS));
}

async function send(cx: MailContext, mail: Mail): Promise<boolean> {
  try {
    await cx.mail.send({ key: mail.key, to: mail.address, at: mail.created_at, ...rendered(mail) });
  } catch (error) {
    await failed(cx, mail, error);
    return false;
  }
  await markSent(cx.db, mail.id, cx.clock.now());
  return true;
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
  const message = `Mail ${mail.id} to account ${mail.account_id} could not be sent: ${words}. See ./innkeeper mail list --failed`;
  await alertOnce(cx.db, { kind: 'mail_failed', key: 'mails', message });
}
