/** Mail to the people of an account, in the transaction of what it tells: it is sent after its commit, and not without it. */
import { insertMails, readersOf } from '@innkeeper/db/tables/mails';
import type { MailData, MailTemplate } from '@innkeeper/model/mail/templates';
import type { Role } from '@innkeeper/model/roles';
import type { Cx } from '../context.ts';

const OF_MONEY: readonly Role[] = ['owner', 'billing'];

export interface NewMail<Name extends MailTemplate> {
  accountId: number;
  template: Name;
  data: MailData[Name];
  /** Whose role is one of these; default: who reads about money. */
  roles?: readonly Role[];
  /** What it tells, the same whenever the same is told: `suspended:12:2026-01-31`. */
  once: string;
}

/** A mail for each member of the account with such a role. Returns the account of each that is new: what was told is not told again. */
export async function queueMail<Name extends MailTemplate>(
  cx: Pick<Cx, 'db' | 'clock'>,
  ...mails: readonly NewMail<Name>[]
): Promise<(number | null)[]> {
  if (mails.length === 0) return [];
  const readers = await readersOf(
    cx.db,
    mails.map(({ accountId }) => accountId),
  );
  const now = cx.clock.now();
  return insertMails(
    cx.db,
    mails.flatMap(({ accountId, template, data, once, roles = OF_MONEY }) =>
      readers
        .filter(({ account_id, role }) => account_id === accountId && roles.includes(role))
        .map(({ user_id, email, language }) => ({
          account_id: accountId,
          user_id,
          address: email,
          template,
          language,
          data: JSON.stringify(data),
          once: `${once}:${user_id}`,
          created_at: now,
          next_try_at: now,
        })),
    ),
  );
}
