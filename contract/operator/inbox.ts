import { UNKNOWN_SENDERS } from '@innkeeper/model/mail-in/destination';
import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { operatorOperation } from './define.ts';
import { At, emailAddress, idArgument, listOf, oneLine, paging, wholeNumber } from './fields.ts';

const TLS = ['implicit', 'starttls', 'none'] as const;
const OUTCOMES = ['reply', 'opened', 'refused', 'held', 'ignored', 'complaint'] as const;

const Inbox = z.strictObject({
  /** Where customers write to; null: no mail is taken. */
  address: z.string().nullable(),
  /** Where others complain about abuse; null: complaints are mails like others. */
  abuse_address: z.string().nullable(),
  unknown_senders: z.enum(UNKNOWN_SENDERS),
  /** Of tickets that are opened by mail; null: the first. */
  department: z.string().nullable(),
  /** The mailbox that is read; null: none is. `away`: it can't be read now. */
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
  /** Of what has come, what was not handled yet, and what is held. */
  waiting: z.int(),
  held: z.int(),
});

const ReceivedMail = z.strictObject({
  id: Id,
  received_at: At,
  from: z.string().nullable(),
  subject: z.string().nullable(),
  /** `waiting`: it was not handled yet. */
  outcome: z.enum([...OUTCOMES, 'waiting']),
  /** A word: `loop`, `auto-reply`, `twice`, `flood` for a complaint about abuse after too many others; `killed` if the process ended 3 times while it handled the mail; `dns` while DNS gives no answer about the sender's domain. */
  why: z.string().nullable(),
  ticket: Id.nullable(),
  /** Of the raw mail, in `received-mail` of the home; null: it is gone by its age. */
  file: z.string().nullable(),
});

export const inbox = {
  showInbox: operatorOperation({
    resource: 'inbox',
    summary: 'show how mail to support comes in',
    changes: false,
    input: z.strictObject({}),
    reply: Inbox,
    failures: [],
  }),
  setInbox: operatorOperation({
    resource: 'inbox',
    summary: 'set how mail to support comes in; what is not named stays',
    changes: true,
    input: z.strictObject({
      address: z
        .union([emailAddress, z.literal('none')])
        .optional()
        .meta({
          description:
            'where customers write to; mail to it with +anything before the @ must arrive too; "none": no mail is taken',
          value: 'email',
        }),
      abuse_address: z
        .union([emailAddress, z.literal('none')])
        .optional()
        .meta({
          description:
            'where others complain about abuse; each complaint becomes a ticket that the staff alone sees; "none": complaints are mails like others',
          value: 'email',
        }),
      unknown_senders: z.enum(UNKNOWN_SENDERS, 'Must be ticket, refuse or drop.').optional().meta({
        description: 'what becomes of mail of those who are in no account: ticket, refuse (at first) or drop',
        value: 'word',
      }),
      imap_host: z
        .string()
        .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'Must be the name of a host.')
        .optional()
        .meta({ description: 'whose mailbox is read; "none": none is', value: 'host' }),
      imap_port: wholeNumber(1, 65_535).optional().meta({ description: 'its port (at first: 993)', value: 'number' }),
      imap_tls: z
        .enum(TLS, 'Must be implicit, starttls or none.')
        .optional()
        .meta({ description: 'implicit (at first), starttls, or none for a server on this host', value: 'word' }),
      imap_user: oneLine(200).optional().meta({ description: 'who logs in', value: 'name' }),
      imap_password_file: z
        .string()
        .min(1)
        .max(4_096)
        .optional()
        .meta({ description: 'a file with the password, which is sealed with the key of the installation', value: 'path' }),
      imap_folder: oneLine(200).optional().meta({ description: 'the folder that is read (at first: INBOX)', value: 'name' }),
      imap_done_folder: oneLine(200)
        .optional()
        .meta({ description: 'where mail goes that was taken; "none": it is marked as seen', value: 'name' }),
      department: oneLine(40)
        .optional()
        .meta({ description: 'of tickets that are opened by mail; "first": the first', value: 'key' }),
    }),
    reply: Inbox,
    failures: [],
  }),
  listInbox: operatorOperation({
    resource: 'inbox',
    summary: 'list mail that came to support, and what became of it, the latest first',
    changes: false,
    input: z.strictObject({
      held: z.boolean().default(false).meta({ description: 'only what is held for you to look at' }),
      ...paging,
    }),
    reply: listOf(ReceivedMail),
    failures: [],
  }),
  releaseInbox: operatorOperation({
    resource: 'inbox',
    summary: 'handle a mail again that was held, or taken for one of a program',
    changes: true,
    args: ['mail'],
    input: z.strictObject({ mail: idArgument('mail') }),
    reply: ReceivedMail,
    failures: ['not_found', 'wrong_state'],
  }),
};
