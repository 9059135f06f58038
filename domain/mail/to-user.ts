import { insertMails } from '@innkeeper/db/tables/mails';
import type { MailData, MailTemplate } from '@innkeeper/model/mail/templates';
import type { Cx } from '../context.ts';
import type { NewMail } from './queue.ts';

export interface MailToUser<Name extends MailTemplate> extends Omit<NewMail<Name>, 'roles' | 'accountId'> {
  accountId: number | null;
  /** Time before which the mail is not sent, by default now. */
  notBefore?: Date;
  data: MailData[Name];
}

/** Queues a mail to one address, which need not belong to a user. */
export async function queueMailToUser<Name extends MailTemplate>(
  cx: Pick<Cx, 'db' | 'clock'>,
  user: { id: number | null; email: string; language: string },
  { accountId, template, data, dedupeKey, notBefore }: MailToUser<Name>,
): Promise<void> {
  const now = cx.clock.now();
  await insertMails(cx.db, [
    {
      account_id: accountId,
      user_id: user.id,
      address: user.email,
      template,
      language: user.language,
      data: JSON.stringify(data),
      once: dedupeKey,
      created_at: now,
      next_try_at: notBefore ?? now,
    },
  ]);
}
