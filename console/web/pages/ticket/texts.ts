/** Texts of tickets: their list, a new one, and the thread of one. */
import type { TicketSummary } from '@innkeeper/sdk/index';

export const TICKET_WORDS: Record<TicketSummary['status'], string> = {
  opened: 'Waits for the support',
  answered: 'Answered',
  'customer-reply': 'Waits for the support',
  resolved: 'Resolved',
};

export const texts = {
  messages: 'Messages',
  staff: 'Support',
  facts: {
    status: 'Status',
    department: 'Department',
    service: 'Server',
    opened: 'Opened',
    due: 'Answer by',
  },
  reply: 'Your reply',
  send: 'Send the reply',
  reopens: 'This ticket is resolved. A reply opens it again.',
  resolve: 'Mark as resolved',
  download: (name: string) => `Download ${name}`,
  attachments: 'Files of the message',
} as const;
