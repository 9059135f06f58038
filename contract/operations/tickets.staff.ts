import { TICKET_STATUSES } from '@innkeeper/model/states/ticket';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, accountArgument, catalogueKey, idArgument, listOf, oneLine, paging } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';
import { attachments as files, MAX_MESSAGE_BYTES } from '../schemas/ticket.ts';

const common = {
  id: Id,
  /** Account, or `null` for a mail from a sender without an account. */
  account: Id.nullable(),
  /**
   * True if the ticket holds complaints about abuse. Such a ticket has no account, and no customer sees it. Staff can add notes but not
   * answers.
   */
  complaint: z.boolean(),
  subject: z.string(),
  status: z.enum(TICKET_STATUSES),
  department: z.string(),
  /** Server that the ticket is about. */
  server: z.string().nullable(),
  assigned_to: z.string().nullable(),
  /** Time since which the customer waits for an answer, or `null`. */
  waiting_since: At.nullable(),
  /** Deadline of the answer that the support plan promises. `null` without a promise or while the customer does not wait. */
  response_due_at: At.nullable(),
  updated_at: At,
};

const ListedTicket = z.strictObject({ ...common, messages: z.int() });

const Message = z.strictObject({
  id: Id,
  at: At,
  /** Email address of the customer, or name of the staff member. */
  by: z.string(),
  customer: z.boolean(),
  /**
   * Sender check of a mail, or `null` for other messages. The sender of an `unverified` mail may be anyone who knew the
   * ticket's address.
   */
  by_mail: z.enum(['verified', 'unverified']).nullable(),
  internal: z.boolean(),
  /** Text without markup. */
  text: z.string(),
  attachments: z.array(z.strictObject({ id: Id, name: z.string(), type: z.string(), bytes: z.int() })),
});

const TicketDetails = z.strictObject({
  ...common,
  /** Email address of the requester, or `null` if unknown. */
  email: z.string().nullable(),
  created_at: At,
  /** True if the customer has read the newest answer. */
  seen: z.boolean(),
  messages: z.array(Message),
  /** Recent activity of the server, and unpaid orders of the account. */
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
/** Text of a message, with several lines. */
const message = z
  .string()
  .min(5, 'Must have at least 5 characters.')
  .max(65_535)
  .meta({ description: 'plain text of one or more lines', value: 'text' });

/** Failures of a message with files. */
const FILE_FAILURES = ['no_capacity', 'infected_file', 'scanner_unavailable'] as const;

export const tickets = {
  listAllTickets: staffOperation({
    method: 'GET',
    path: '/operator/tickets',
    command: 'ticket list',
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'list unresolved tickets: by response deadline, then by waiting time',
    changes: false,
    input: z.strictObject({
      account: accountArgument.optional(),
      department: oneLine(40).optional().meta({ description: 'only tickets of this department', value: 'key' }),
      assigned: name.optional().meta({ description: 'only tickets assigned to this person', value: 'name' }),
      unassigned: z.boolean().default(false).meta({ description: 'only tickets assigned to nobody' }),
      waiting: z.boolean().default(false).meta({ description: 'only tickets whose customer waits for an answer' }),
      all: z.boolean().default(false).meta({ description: 'include resolved tickets' }),
      ...paging,
    }),
    reply: listOf(ListedTicket),
    failures: ['not_found'],
  }),
  showTicket: staffOperation({
    method: 'GET',
    path: '/operator/tickets/{ticket}',
    command: 'ticket show',
    args: ['ticket'],
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'show a ticket with its messages, and recent activity of its server',
    changes: false,
    input: z.strictObject({ ticket }),
    reply: TicketDetails,
    failures: ['not_found'],
  }),
  replyTicket: staffOperation({
    method: 'POST',
    path: '/operator/tickets/{ticket}/reply',
    command: 'ticket reply',
    args: ['ticket'],
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'answer a ticket; the customer gets the answer by mail',
    changes: true,
    input: z.strictObject({
      ticket,
      message: message.optional(),
      canned: catalogueKey.optional().meta({ description: 'key of a canned reply to send instead of a message', value: 'key' }),
      resolve: z.boolean().default(false).meta({ description: 'also resolve the ticket' }),
    }),
    files,
    maxBodyBytes: MAX_MESSAGE_BYTES,
    reply: Written,
    failures: ['not_found', 'wrong_state', ...FILE_FAILURES],
  }),
  noteTicket: staffOperation({
    method: 'POST',
    path: '/operator/tickets/{ticket}/note',
    command: 'ticket note',
    args: ['ticket'],
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'add an internal note to a ticket, which no customer sees',
    changes: true,
    input: z.strictObject({ ticket, message }),
    files,
    maxBodyBytes: MAX_MESSAGE_BYTES,
    reply: Written,
    failures: ['not_found', 'wrong_state', ...FILE_FAILURES],
  }),
  forwardTicket: staffOperation({
    method: 'POST',
    path: '/operator/tickets/{ticket}/forward',
    command: 'ticket forward',
    args: ['ticket'],
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'open a ticket for the holder of the address of a complaint, without the complaint itself',
    changes: true,
    input: z.strictObject({
      ticket,
      message,
      account: accountArgument
        .optional()
        .meta({ description: 'id or email address of the account, if several held reported addresses', value: 'account' }),
    }),
    reply: z.strictObject({ id: Id, account: Id, addresses: z.array(z.string()), message: Id }),
    failures: ['not_found', 'wrong_state'],
  }),
  assignTicket: staffOperation({
    method: 'POST',
    path: '/operator/tickets/{ticket}/assign',
    command: 'ticket assign',
    args: ['ticket'],
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'assign a ticket to a staff member',
    changes: true,
    input: z.strictObject({
      ticket,
      to: name.optional().meta({ description: 'staff member to assign (default: you)', value: 'name' }),
      nobody: z.boolean().default(false).meta({ description: 'assign the ticket to nobody' }),
    }),
    reply: Changed,
    failures: ['not_found'],
  }),
  mergeTicket: staffOperation({
    method: 'POST',
    path: '/operator/tickets/{ticket}/merge',
    command: 'ticket merge',
    args: ['ticket'],
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'merge a ticket into another of the same customer, with its messages, files and mails',
    changes: true,
    input: z.strictObject({ ticket, into: idArgument('ticket to merge into') }),
    reply: z.strictObject({ id: Id, into: Id, status: z.enum(TICKET_STATUSES), messages: z.int() }),
    failures: ['not_found', 'wrong_state'],
  }),
  resolveTicketUnanswered: staffOperation({
    method: 'POST',
    path: '/operator/tickets/{ticket}/resolve',
    command: 'ticket resolve',
    args: ['ticket'],
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'resolve a ticket without an answer',
    changes: true,
    input: z.strictObject({ ticket }),
    reply: Changed,
    failures: ['not_found', 'wrong_state'],
  }),
  reopenTicket: staffOperation({
    method: 'POST',
    path: '/operator/tickets/{ticket}/reopen',
    command: 'ticket reopen',
    args: ['ticket'],
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'open a resolved ticket again',
    changes: true,
    input: z.strictObject({ ticket }),
    reply: Changed,
    failures: ['not_found', 'wrong_state'],
  }),
};

export const attachments = {
  saveAttachment: staffOperation({
    method: 'GET',
    path: '/operator/attachments/{attachment}',
    command: 'attachment save',
    args: ['attachment'],
    roles: ['support', 'billing', 'technical'],
    resource: 'tickets',
    summary: 'save a file of a ticket; files of customers can be hostile, so open them in isolation',
    changes: false,
    input: z.strictObject({
      attachment: idArgument('attachment'),
      file: z.string().min(1).max(4_096).meta({ description: 'file to write, which must not exist', value: 'path' }),
    }),
    savesTo: 'file',
    reply: z.strictObject({ id: Id, ticket: Id, name: z.string(), bytes: z.int(), sha256: z.string(), file: z.string() }),
    failures: ['not_found'],
  }),
};
