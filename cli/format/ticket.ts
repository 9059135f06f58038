/** Formats tickets. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

type Ticket = OperatorReply<'showTicket'>;

export function formatTickets(reply: OperatorReply<'listAllTickets'>): string {
  return formatPage(
    reply,
    {
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
    },
    'There are no such tickets.',
  );
}

export function formatTicket(ticket: Ticket): string {
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

export const formatWritten = ({ id, status, message }: OperatorReply<'replyTicket'>): string =>
  `Message ${message} was added to ticket ${id} (${status}).`;

export const formatChangedTicket = ({ id, status, assigned_to }: OperatorReply<'assignTicket'>): string =>
  `Ticket ${id} is ${status} and assigned to ${assigned_to ?? 'nobody'}.`;

export const formatForwardedTicket = ({ id, account, addresses }: OperatorReply<'forwardTicket'>): string =>
  `Ticket ${id} of account ${account} is about ${addresses.join(', ')}.`;

export const formatMergedTicket = ({ id, into, status, messages }: OperatorReply<'mergeTicket'>): string =>
  `Ticket ${id} was merged into ticket ${into} (${status}), which now has ${messages} messages.`;

export const formatSavedAttachment = ({ id, name, bytes, file }: OperatorReply<'saveAttachment'>): string =>
  `Attachment ${id} (${name}, ${bytes} bytes) was saved to ${file}.`;
