/** Texts of tickets: their list, a new one, and the thread of one. */
import type { TicketSummary } from '@innkeeper/sdk/index';

export const TICKET_WORDS: Record<TicketSummary['status'], string> = {
  opened: 'Waits for the support',
  answered: 'Answered',
  'customer-reply': 'Waits for the support',
  resolved: 'Resolved',
};

export const texts = {
  title: 'Support',
  tabs: 'Support',
  tickets: 'Tickets',
  plan: 'Support plan',
  newTicket: 'New ticket',
  empty: 'No tickets.',
  groups: { answered: 'Answered', waiting: 'Waiting for the support', resolved: 'Resolved' },
  answeredHint: 'Reply, or mark the ticket as resolved.',
  nothing: 'No ticket is open.',
  aboutServer: 'about',
  ticket: (id: number) => `Ticket ${id}`,
  answerBy: (time: string) => `answer by ${time}`,
  late: (time: string) => `answer was due ${time}`,
  noPromise: 'no promised time',
  more: 'Show older tickets',

  subject: 'Subject',
  subjectHint: 'One line that says what is wrong.',
  department: 'Department',
  chooseDepartment: 'Choose a department',
  departmentFirst: 'Choose a department first.',
  service: 'Related server',
  noService: 'None',
  message: 'Message',
  messageHint: 'What you did, what you expected, and what happened instead. Never send a password.',
  open: 'Open the ticket',
  draft: 'What you type stays in this browser until you send it. Files do not.',
  next: 'What happens next',
  promise: (time: string, name: string) => `Your plan ${name} promises an answer within ${time}.`,
  noPlan: 'Without a support plan there is no promised time of an answer.',
  plans: 'See the support plans',
  mailed: 'The answer is mailed to you. It also appears here as soon as it is written.',

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
  resolved: 'The ticket is resolved.',
  download: (name: string) => `Download ${name}`,
  attachments: 'Files of the message',
  details: 'Ticket',
} as const;

/** Returns a promised time in words: `60 minutes`, `4 hours of working time`. */
export function describePromise(minutes: number, isAroundTheClock: boolean): string {
  const time =
    minutes % 60 !== 0 || minutes < 120 ? (minutes === 1 ? '1 minute' : `${minutes} minutes`) : `${minutes / 60} hours`;
  return isAroundTheClock ? `${time}, at any hour` : `${time} of working time`;
}
