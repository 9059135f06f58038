import { TICKET_STATUSES } from '@innkeeper/model/states/ticket';
import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { attachments as files, MESSAGE_BYTES } from '../schemas/ticket.ts';
import { operatorOperation } from './define.ts';
import { At, accountArgument, catalogueKey, idArgument, listOf, oneLine, paging } from './fields.ts';

const common = {
  id: Id,
  /** Null: it came by mail, from somebody without an account. */
  account: Id.nullable(),
  /** It holds complaints about abuse: it is of no account, and no customer sees it. Answers are refused; notes are not. */
  complaint: z.boolean(),
  subject: z.string(),
  status: z.enum(TICKET_STATUSES),
  department: z.string(),
  /** The server that it is about. */
  server: z.string().nullable(),
  assigned_to: z.string().nullable(),
  /** Since when its customer waits for an answer. */
  waiting_since: At.nullable(),
  /** By when the customer's support plan promises an answer; null: it does not, or nobody waits. */
  response_due_at: At.nullable(),
  updated_at: At,
};

const ListedTicket = z.strictObject({ ...common, messages: z.int() });

const Message = z.strictObject({
  id: Id,
  at: At,
  /** `ada@example.org`, or the name of one of the staff. */
  by: z.string(),
  customer: z.boolean(),
  /** Null: it did not come by mail. `unverified`: it may be from anybody who knew the ticket's address. */
  by_mail: z.enum(['verified', 'unverified']).nullable(),
  internal: z.boolean(),
  /** Without markup. */
  text: z.string(),
  attachments: z.array(z.strictObject({ id: Id, name: z.string(), type: z.string(), bytes: z.int() })),
});

const TicketDetails = z.strictObject({
  ...common,
  /** Of who opened it. */
  email: z.string().nullable(),
  created_at: At,
  /** Whether the customer has read the latest answer. */
  seen: z.boolean(),
  messages: z.array(Message),
  /** What happened to its server lately, and what of its account waits for payment. */
  about: z.strictObject({
    server: z.strictObject({ id: Id, status: z.string(), power: z.string(), lock: z.string().nullable() }).nullable(),
    workflows: z.array(z.strictObject({ id: Id, kind: z.string(), state: z.string(), at: At, error: z.string().nullable() })),
    alerts: z.array(z.strictObject({ id: Id, at: At, message: z.string() })),
    attacks: z.int(),
    unpaid_orders: z.array(Id),
  }),
});

const Changed = z.strictObject({ id: Id, status: z.enum(TICKET_STATUSES), assigned_to: z.string().nullable() });
const Written = z.strictObject({ id: Id, status: z.enum(TICKET_STATUSES), message: Id });

const ticket = idArgument('ticket');
const name = oneLine(60);
/** Several lines. */
const message = z
  .string()
  .min(5, 'Must have at least 5 characters.')
  .max(65_535)
  .meta({ description: 'plain text, of one line or several', value: 'text' });

/** Of a message with files. */
const OF_FILES = ['no_capacity', 'infected_file', 'scanner_unavailable'] as const;

export const tickets = {
  listTickets: operatorOperation({
    resource: 'tickets',
    summary: 'list unresolved tickets: those first whose answer is due, then those whose customers wait longest',
    changes: false,
    input: z.strictObject({
      account: accountArgument.optional(),
      department: oneLine(40).optional().meta({ description: 'only those of this department', value: 'key' }),
      assigned: name.optional().meta({ description: 'only those that this person looks after', value: 'name' }),
      unassigned: z.boolean().default(false).meta({ description: 'only those that nobody looks after' }),
      waiting: z.boolean().default(false).meta({ description: 'only those whose customers wait for an answer' }),
      all: z.boolean().default(false).meta({ description: 'resolved ones too' }),
      ...paging,
    }),
    reply: listOf(ListedTicket),
    failures: ['not_found'],
  }),
  showTicket: operatorOperation({
    resource: 'tickets',
    summary: 'show a ticket with its messages, and what happened lately to what it is about',
    changes: false,
    args: ['ticket'],
    input: z.strictObject({ ticket }),
    reply: TicketDetails,
    failures: ['not_found'],
  }),
  replyTicket: operatorOperation({
    resource: 'tickets',
    summary: 'answer a ticket; its customer gets the answer by mail',
    changes: true,
    args: ['ticket'],
    input: z.strictObject({
      ticket,
      message: message.optional(),
      canned: catalogueKey.optional().meta({ description: 'the canned reply of this key in place of a message', value: 'key' }),
      resolve: z.boolean().default(false).meta({ description: 'and resolve it' }),
    }),
    files,
    maxBodyBytes: MESSAGE_BYTES,
    reply: Written,
    failures: ['not_found', 'wrong_state', ...OF_FILES],
  }),
  noteTicket: operatorOperation({
    resource: 'tickets',
    summary: 'write an internal note into a ticket, which no customer sees',
    changes: true,
    args: ['ticket'],
    input: z.strictObject({ ticket, message }),
    files,
    maxBodyBytes: MESSAGE_BYTES,
    reply: Written,
    failures: ['not_found', 'wrong_state', ...OF_FILES],
  }),
  assignTicket: operatorOperation({
    resource: 'tickets',
    summary: 'say who looks after a ticket',
    changes: true,
    args: ['ticket'],
    input: z.strictObject({
      ticket,
      to: name.optional().meta({ description: 'whom (default: who runs the command)', value: 'name' }),
      nobody: z.boolean().default(false).meta({ description: 'nobody does' }),
    }),
    reply: Changed,
    failures: ['not_found'],
  }),
  mergeTicket: operatorOperation({
    resource: 'tickets',
    summary: 'merge a ticket into another of the same customer, which gets its messages, files and mails',
    changes: true,
    args: ['ticket'],
    input: z.strictObject({ ticket, into: idArgument('ticket that goes on') }),
    reply: z.strictObject({ id: Id, into: Id, status: z.enum(TICKET_STATUSES), messages: z.int() }),
    failures: ['not_found', 'wrong_state'],
  }),
  resolveTicket: operatorOperation({
    resource: 'tickets',
    summary: 'resolve a ticket without an answer',
    changes: true,
    args: ['ticket'],
    input: z.strictObject({ ticket }),
    reply: Changed,
    failures: ['not_found', 'wrong_state'],
  }),
  reopenTicket: operatorOperation({
    resource: 'tickets',
    summary: 'open a resolved ticket again',
    changes: true,
    args: ['ticket'],
    input: z.strictObject({ ticket }),
    reply: Changed,
    failures: ['not_found', 'wrong_state'],
  }),
};

export const attachments = {
  saveAttachment: operatorOperation({
    resource: 'tickets',
    summary: 'save a file of a ticket; what customers send may be hostile, so open it where it can do no harm',
    changes: false,
    args: ['attachment'],
    input: z.strictObject({
      attachment: idArgument('attachment'),
      file: z.string().min(1).max(4_096).meta({ description: 'where to; a file that is there is not replaced', value: 'path' }),
    }),
    savesTo: 'file',
    reply: z.strictObject({ id: Id, ticket: Id, name: z.string(), bytes: z.int(), sha256: z.string(), file: z.string() }),
    failures: ['not_found'],
  }),
};
