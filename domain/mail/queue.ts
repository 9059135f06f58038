/** Queues mail to members of an account in the transaction of the reported change. Mail is sent only after the commit. */
import { insertMails, type MailReader, readersOf } from '@innkeeper/db/tables/mails';
import { mutedBy } from '@innkeeper/model/mail/muted';
import type { MailData, MailTemplate } from '@innkeeper/model/mail/templates';
import type { Role } from '@innkeeper/model/people/roles';
import type { Cx } from '../context.ts';

/** Roles that get mail about money. */
export const BILLING_ROLES: readonly Role[] = ['owner', 'billing'];

export interface NewMail<Name extends MailTemplate> {
  accountId: number;
  template: Name;
  data: MailData[Name];
  /** Ticket to which replies to the mail are added. */
  ticketId?: number;
  /** Message-ID of the mail that this one answers. */
  inReplyTo?: string | null;
  /** Roles of the recipients, by default the roles that get mail about money. */
  roles?: readonly Role[];
  /** User who gets the mail regardless of role. */
  additionalUserId?: number | null;
  /** Ids of invoices that the mail carries. */
  attachments?: readonly number[];
  /** Deduplication key of the reported fact: `suspended:12:2026-01-31`. */
  dedupeKey: string;
}

/**
 * Inserts a mail for each member with one of the roles. Skips members who muted the mail, and mails whose `once` key already exists. Returns the account id of each
 * inserted mail.
 */
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
    mails.flatMap((mail) =>
      readers
        .filter((reader) => isReader(mail, reader))
        .map(({ user_id, email, language }) => ({
          account_id: mail.accountId,
          user_id,
          address: email,
          template: mail.template,
          language,
          data: JSON.stringify(mail.data),
          attachments: JSON.stringify(mail.attachments ?? []),
          once: `${mail.dedupeKey}:${user_id}`,
          ticket_id: mail.ticketId ?? null,
          in_reply_to: mail.inReplyTo ?? null,
          created_at: now,
          next_try_at: now,
        })),
    ),
  );
}

function isReader<Name extends MailTemplate>(
  { accountId, template, data, roles = BILLING_ROLES, additionalUserId }: NewMail<Name>,
  { account_id, role, user_id, muted_mails }: MailReader,
): boolean {
  const muted = mutedBy(template, data);
  if (account_id !== accountId || (muted !== null && muted_mails.includes(muted))) return false;
  return roles.includes(role) || user_id === additionalUserId;
}

export interface NewMailToAddress<Name extends MailTemplate> {
  address: string;
  template: Name;
  data: MailData[Name];
  accountId: number | null;
  userId: number | null;
  ticketId?: number;
  inReplyTo?: string | null;
  /** `true` if the mail is automatic, and therefore sent without a return path. */
  automatic?: boolean;
  dedupeKey: string;
}

/** Queues a mail to an address that wrote to us and may belong to no user. Does nothing for an invalid address. */
export async function queueMailToAddress<Name extends MailTemplate>(
  { db, clock }: Pick<Cx, 'db' | 'clock'>,
  { address, template, data, accountId, userId, ticketId, inReplyTo, automatic, dedupeKey }: NewMailToAddress<Name>,
): Promise<void> {
  if (!isSendable(address)) return;
  const now = clock.now();
  await insertMails(db, [
    {
      address,
      template,
      once: dedupeKey,
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

/** Returns whether both mail drivers accept this address. */
export const isSendable = (address: string): boolean => SENDABLE.test(address);

const SENDABLE = /^[^\s\p{Cc}<>,;:"()[\]\\@]+@[^\s\p{Cc}<>,;:"()[\]\\@]+$/u;
