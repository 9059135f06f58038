import { UNKNOWN_SENDERS } from '@innkeeper/model/mail-in/destination';
import { HOLD_REASONS } from '@innkeeper/model/mail-in/mail';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, listOf, newEmailAddress, oneLine, paging, wholeNumber } from '../operator/fields.ts';
import { Id, MAX_ID } from '../schemas/primitives.ts';

const TLS = ['implicit', 'starttls', 'none'] as const;
const OUTCOMES = ['reply', 'opened', 'refused', 'held', 'ignored', 'complaint'] as const;

const Inbox = z.strictObject({
  /** Address that customers write to, or `null` if mail is not accepted. */
  address: z.string().nullable(),
  /** Address for complaints about abuse, or `null` if complaints are handled like other mail. */
  abuse_address: z.string().nullable(),
  unknown_senders: z.enum(UNKNOWN_SENDERS),
  /** Department of tickets opened by mail, or `null` for the first department. */
  department: z.string().nullable(),
  /** Mailbox that mail is fetched from, or `null`. `away` describes an outage of its server. */
  imap: z
    .strictObject({
      host: z.string(),
      port: z.int(),
      tls: z.enum(TLS),
      user: z.string(),
      folder: z.string(),
      done_folder: z.string().nullable(),
      away: z.strictObject({ since: At, error: z.string(), retry_at: At }).nullable(),
    })
    .nullable(),
  /** Number of received mails that are not handled yet, and number of held mails. */
  waiting: z.int(),
  held: z.int(),
});

const ReceivedMail = z.strictObject({
  id: Id,
  received_at: At,
  from: z.string().nullable(),
  subject: z.string().nullable(),
  /** Result of handling the mail. `waiting` if the mail is not handled yet. */
  outcome: z.enum([...OUTCOMES, 'waiting']),
  /**
   * Reason of the result:
   * - `loop`, `auto-reply` or `twice`
   * - `unverified`: came through a list or program, and nobody verifies the member whom it names
   * - `flood`: too many complaints about abuse
   * - `unreadable`: could not be read
   * - `killed`: the process ended 3 times while handling the mail
   * - `dns`: no answer from DNS about the sender's domain
   */
  why: z.string().nullable(),
  ticket: Id.nullable(),
  /** File name of the raw mail in `received-mail` of the home, or `null` after the file was deleted. */
  file: z.string().nullable(),
});

const MAIL = 'Must be the id of a mail, or loop, flood, unreadable or killed.';

/** One mail by its id, or all mails that are held for a reason. */
const mailOrReason = z
  .union([z.int(MAIL).min(1, MAIL).max(MAX_ID, MAIL), z.enum(HOLD_REASONS, MAIL)], MAIL)
  .meta({ description: `id of the mail, or a reason for all that are held for it: ${HOLD_REASONS.join(', ')}`, value: 'mail' });

const TakenMails = z.strictObject({
  /** Mails that the call took, oldest first. */
  mails: z.array(Id),
  outcome: z.enum(['waiting', 'ignored']),
  /** Number of mails that are still held for the reason, because a call takes at most 1,000. */
  remaining: z.int(),
});

export const inbox = {
  showInbox: staffOperation({
    method: 'GET',
    path: '/operator/inbox',
    command: 'inbox show',
    roles: ['support', 'technical'],
    resource: 'inbox',
    summary: 'show the settings for mail to support',
    changes: false,
    input: z.strictObject({}),
    reply: Inbox,
    failures: [],
  }),
  setInbox: staffOperation({
    method: 'PATCH',
    path: '/operator/inbox',
    command: 'inbox set',
    roles: ['technical'],
    resource: 'inbox',
    summary: 'change the settings for mail to support; other settings stay',
    changes: true,
    input: z.strictObject({
      address: z
        .union([newEmailAddress, z.literal('none')])
        .optional()
        .meta({
          description: 'address that customers write to, which must also accept +anything before the @ ("none": accept no mail)',
          value: 'email',
        }),
      abuse_address: z
        .union([newEmailAddress, z.literal('none')])
        .optional()
        .meta({
          description:
            'address for complaints about abuse, which open tickets that only staff can see ("none": handle complaints like other mail)',
          value: 'email',
        }),
      unknown_senders: z.enum(UNKNOWN_SENDERS, 'Must be ticket, refuse or drop.').optional().meta({
        description: 'handling of mail from unknown senders: ticket, refuse (initially) or drop',
        value: 'word',
      }),
      imap_host: z
        .string()
        .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'Must be the name of a host.')
        .optional()
        .meta({ description: 'IMAP server to fetch mail from ("none": fetch no mail)', value: 'host' }),
      imap_port: wholeNumber(1, 65_535)
        .optional()
        .meta({ description: 'port of the IMAP server (initially: 993)', value: 'number' }),
      imap_tls: z
        .enum(TLS, 'Must be implicit, starttls or none.')
        .optional()
        .meta({ description: 'implicit (initially), starttls, or none for a server on this host', value: 'word' }),
      imap_user: oneLine(200).optional().meta({ description: 'user name for the mailbox', value: 'name' }),
      imap_password_file: z.string().min(1).max(4_096).optional().meta({
        description: 'file with the password, which is stored encrypted with the key of the installation',
        value: 'path',
      }),
      imap_folder: oneLine(200).optional().meta({ description: 'folder to fetch mail from (initially: INBOX)', value: 'name' }),
      imap_done_folder: oneLine(200)
        .optional()
        .meta({ description: 'folder to move fetched mail to ("none": mark it as seen)', value: 'name' }),
      department: oneLine(40)
        .optional()
        .meta({ description: 'department of tickets opened by mail ("first": the first department)', value: 'key' }),
    }),
    reply: Inbox,
    failures: [],
  }),
  listInbox: staffOperation({
    method: 'GET',
    path: '/operator/inbox/mails',
    command: 'inbox list',
    roles: ['support', 'technical'],
    resource: 'inbox',
    summary: 'list received mail and its results, newest first',
    changes: false,
    input: z.strictObject({
      held: z.boolean().default(false).meta({ description: 'only mail that is held for review' }),
      ...paging,
    }),
    reply: listOf(ReceivedMail),
    failures: [],
  }),
  releaseInbox: staffOperation({
    method: 'POST',
    path: '/operator/inbox/mails/{mail}/release',
    command: 'inbox release',
    args: ['mail'],
    roles: ['support', 'technical'],
    resource: 'inbox',
    summary: 'handle a mail again that was held or classified as automatic, or all held for a reason',
    changes: true,
    input: z.strictObject({ mail: mailOrReason }),
    reply: TakenMails,
    failures: ['not_found', 'wrong_state'],
  }),
  dropInbox: staffOperation({
    method: 'POST',
    path: '/operator/inbox/mails/{mail}/drop',
    command: 'inbox drop',
    args: ['mail'],
    roles: ['support', 'technical'],
    resource: 'inbox',
    summary: 'ignore a held mail, or all held for a reason',
    changes: true,
    input: z.strictObject({ mail: mailOrReason }),
    reply: TakenMails,
    failures: ['not_found', 'wrong_state'],
  }),
};
