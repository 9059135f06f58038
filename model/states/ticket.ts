/**
 * The states of a ticket.
 *
 * - `opened`: a customer opened it.
 * - `answered`: support answered.
 * - `customer-reply`: the customer wrote again.
 * - `resolved`: either side marked it as settled.
 *
 * A message in a resolved ticket reopens it. Support can also reopen it without a message.
 */
export const TICKET_STATUSES = ['opened', 'answered', 'customer-reply', 'resolved'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** `reply` is by the customer. `answer` and `reopen` are by support. */
export type TicketAct = 'reply' | 'answer' | 'resolve' | 'reopen';

const TICKET: Readonly<Record<TicketStatus, Partial<Record<TicketAct, TicketStatus>>>> = {
  opened: { reply: 'customer-reply', answer: 'answered', resolve: 'resolved' },
  answered: { reply: 'customer-reply', answer: 'answered', resolve: 'resolved' },
  'customer-reply': { reply: 'customer-reply', answer: 'answered', resolve: 'resolved' },
  resolved: { reply: 'customer-reply', answer: 'answered', reopen: 'opened' },
};

/** Returns the status after an act, or `undefined` if the act is not possible in this status. */
export function nextTicketStatus(status: TicketStatus, act: TicketAct): TicketStatus | undefined {
  return TICKET[status][act];
}

/** Returns whether the customer waits for an answer. */
export function awaitsAnswer(status: TicketStatus): boolean {
  return status === 'opened' || status === 'customer-reply';
}
