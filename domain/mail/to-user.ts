import { insertMails } from '@innkeeper/db/tables/mails';
import type { MailData, MailTemplate } from '@innkeeper/model/mail/templates';
import type { Cx } from '../context.ts';
import type { NewMail } from './queue.ts';

export interface MailToUser<Name extends MailTemplate> extends Omit<NewMail<Name>, 'roles' | 'accountId'> {
  accountId: number | null;
  /** Time before which it is not sent. Default: now. */
  notBefore?: Date;
  data: MailData[Name];
}

/** A mail to one person, about that person and not about an account. */
export async function queueMailToUser<Name extends MailTemplate>(
  cx: Pick<Cx, 'db' | 'clock'>,
  user: { id: number | null; email: string; language: string },
  { accountId, template, data, once, notBefore }: MailToUser<Name>,
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
      once,
      created_at: now,
      next_try_at: notBefore ?? now,
    },
  ]);
}
