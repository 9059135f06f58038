/** Defines `./innkeeper ticket` and `./innkeeper attachment`, with the texts that they print. */
import { attachments, tickets } from '@innkeeper/contract/operations/tickets.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { forwardTicket, noteTicket, replyTicket } from '@innkeeper/operations/tickets/answer.staff';
import { copyAttachment } from '@innkeeper/operations/tickets/attachments.staff';
import { listAllTickets, showTicket } from '@innkeeper/operations/tickets/list.staff';
import { assignTicket, mergeTicket, reopenTicket, resolveTicketUnanswered } from '@innkeeper/operations/tickets/state.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { withFiles } from './operator/files.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { intoNewFile } from './output/new-file.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listAllTickets'> = {
  TICKET: ({ id }) => id,
  'ANSWER DUE': ({ response_due_at }) => response_due_at ?? '',
  'WAITING SINCE': ({ waiting_since }) => waiting_since ?? '',
  STATUS: ({ status }) => status,
  DEPARTMENT: ({ department }) => department,
  ACCOUNT: ({ account }) => account ?? 'none',
  SERVER: ({ server }) => server ?? '',
  'ASSIGNED TO': ({ assigned_to }) => assigned_to ?? '',
  MESSAGES: ({ messages }) => messages,
  SUBJECT: ({ subject }) => subject,
};

type Ticket = OperatorReply<'showTicket'>;

function formatTicket(ticket: Ticket): string {
  const { id, subject, status, department, account, email, server, assigned_to, waiting_since, response_due_at, seen } = ticket;
  const waits = waiting_since ? `, waiting since ${waiting_since}` : '';
  const due = response_due_at ? `, answer due ${response_due_at}` : '';
  const head = [
    `Ticket ${id}: ${subject}`,
    `  status    ${status}${waits}${due}; ${seen ? 'the customer has read the newest answer' : 'the customer has not read the newest answer'}`,
    `  for       ${department}${assigned_to ? `, assigned to ${assigned_to}` : ''}`,
    `  account   ${ticket.complaint ? 'none: complaints about abuse, which no customer sees' : (account ?? 'none')}${email ? `, opened by ${email}` : ''}`,
    ...aboutOf(ticket, server),
  ];
  return [head.join('\n'), ...ticket.messages.map(formatMessage)].join('\n\n');
}

function aboutOf({ about }: Ticket, name: string | null): string[] {
  const { server, workflows, alerts, attacks, unpaid_orders } = about;
  return [
    ...(server
      ? [`  server    ${server.id} ${name}: ${server.status}, ${server.power}${server.lock ? `, locked: ${server.lock}` : ''}`]
      : []),
    ...(attacks > 0 ? [`  attacks   ${attacks}`] : []),
    ...workflows.map((one) => `  workflow  ${one.id} ${one.kind} ${one.state} ${one.at}${one.error ? `: ${one.error}` : ''}`),
    ...alerts.map((alert) => `  alert     ${alert.id} ${alert.at} ${alert.message}`),
    ...(unpaid_orders.length > 0 ? [`  unpaid    orders ${unpaid_orders.join(', ')}`] : []),
  ];
}

function formatMessage({ id, at, by, by_mail, customer, internal, text, attachments }: Ticket['messages'][number]): string {
  const mailed = by_mail === null ? '' : by_mail === 'verified' ? ', by mail' : ', by mail, sender not verified';
  const who = internal ? `${by}, internal` : customer ? `${by}${mailed}` : `${by}, support`;
  const files = attachments.map((file) => `  [attachment ${file.id}: ${file.name}, ${file.type}, ${file.bytes} bytes]`);
  return [`--- ${id} ${at} ${who}`, ...text.split('\n').map((line) => `  ${line}`), ...files].join('\n');
}

const formatWritten = ({ id, status, message }: OperatorReply<'replyTicket'>): string =>
  `Message ${message} was added to ticket ${id} (${status}).`;

const formatChangedTicket = ({ id, status, assigned_to }: OperatorReply<'assignTicket'>): string =>
  `Ticket ${id} is ${status} and assigned to ${assigned_to ?? 'nobody'}.`;

export const ticketBindings: Bindings<typeof tickets> = {
  listAllTickets: {
    run: inOneTransaction(listAllTickets),
    format: (page) => formatPage(page, COLUMNS, 'There are no such tickets.'),
  },
  showTicket: { run: inOneTransaction(showTicket), format: formatTicket },
  replyTicket: { run: withFiles(tickets.replyTicket, replyTicket), format: formatWritten },
  noteTicket: { run: withFiles(tickets.noteTicket, noteTicket), format: formatWritten },
  forwardTicket: {
    run: inOneTransaction(forwardTicket),
    format: ({ id, account, addresses }) => `Ticket ${id} of account ${account} is about ${addresses.join(', ')}.`,
  },
  assignTicket: { run: inOneTransaction(assignTicket), format: formatChangedTicket },
  mergeTicket: {
    run: inOneTransaction(mergeTicket),
    format: ({ id, into, status, messages }) =>
      `Ticket ${id} was merged into ticket ${into} (${status}), which now has ${messages} messages.`,
  },
  resolveTicketUnanswered: { run: inOneTransaction(resolveTicketUnanswered), format: formatChangedTicket },
  reopenTicket: { run: inOneTransaction(reopenTicket), format: formatChangedTicket },
};

export const attachmentBindings: Bindings<typeof attachments> = {
  saveAttachment: {
    run: (installation, input) =>
      intoNewFile(input.file, (write) =>
        installation.commit((cx) => copyAttachment(cx, input, installation.attachments(), write)),
      ),
    format: ({ id, name, bytes, file }) => `Attachment ${id} (${name}, ${bytes} bytes) was saved to ${file}.`,
  },
};

export function ticketCommand(): Command {
  return nounCommand('ticket', 'manage support tickets', tickets, ticketBindings);
}

export function attachmentCommand(): Command {
  return nounCommand('attachment', 'save files of tickets', attachments, attachmentBindings);
}
