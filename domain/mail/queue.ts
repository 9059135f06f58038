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
  /** Answers to it become messages of this ticket. */
  ticketId?: number;
  /** Message-ID of the mail that it answers. */
  inReplyTo?: string | null;
  /** Whose role is one of these; default: who reads about money. */
  roles?: readonly Role[];
  /** The user who asked, whatever the role. */
  alsoTo?: number | null;
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
    mails.flatMap(({ accountId, template, data, once, roles = OF_MONEY, ticketId, inReplyTo, alsoTo }) =>
      readers
        .filter(({ account_id, role, user_id }) => account_id === accountId && (roles.includes(role) || user_id === alsoTo))
        .map(({ user_id, email, language }) => ({
          account_id: accountId,
          user_id,
          address: email,
          template,
          language,
          data: JSON.stringify(data),
          once: `${once}:${user_id}`,
          ticket_id: ticketId ?? null,
          in_reply_to: inReplyTo ?? null,
          created_at: now,
          next_try_at: now,
        })),
    ),
  );
}

export interface NewMailToAddress<Name extends MailTemplate> {
  address: string;
  template: Name;
  data: MailData[Name];
  accountId: number | null;
  userId: number | null;
  ticketId?: number;
  inReplyTo?: string | null;
  /** A program wrote it: it goes without a return path. */
  automatic?: boolean;
  once: string;
}

/** A mail to an address that wrote to us, of whom we may know nothing else. Of what can be no address nothing is written. */
export async function queueMailToAddress<Name extends MailTemplate>(
  { db, clock }: Pick<Cx, 'db' | 'clock'>,
  { address, template, data, accountId, userId, ticketId, inReplyTo, automatic, once }: NewMailToAddress<Name>,
): Promise<void> {
  if (!SENDABLE.test(address)) return;
  const now = clock.now();
  await insertMails(db, [
    {
      address,
      template,
      once,
      account_id: accountId,
      user_id: userId,
      language: 'en',
      data: JSON.stringify(data),
      ticket_id: ticketId ?? null,
      in_reply_to: inReplyTo ?? null,
      automatic: automatic ?? false,
      created_at: now,
      next_try_at: now,
    },
  ]);
}

/** As both drivers take it. */
const SENDABLE = /^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u;
