/**
 * What becomes of a ticket: it is `opened` by its customer; support answers (`answered`); its customer writes again (`customer-reply`);
 * either says that it is settled (`resolved`). Whoever writes in a resolved one opens it again; support may also do so without a word.
 */
export const TICKET_STATUSES = ['opened', 'answered', 'customer-reply', 'resolved'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** `reply`: by the customer. `answer`: by support, which `reopen` is too. */
export type TicketAct = 'reply' | 'answer' | 'resolve' | 'reopen';

const TICKET: Readonly<Record<TicketStatus, Partial<Record<TicketAct, TicketStatus>>>> = {
  opened: { reply: 'customer-reply', answer: 'answered', resolve: 'resolved' },
  answered: { reply: 'customer-reply', answer: 'answered', resolve: 'resolved' },
  'customer-reply': { reply: 'customer-reply', answer: 'answered', resolve: 'resolved' },
  resolved: { reply: 'customer-reply', answer: 'answered', reopen: 'opened' },
};

/** The status after an act; undefined when it is not possible in this one. */
export function nextTicketStatus(status: TicketStatus, act: TicketAct): TicketStatus | undefined {
  return TICKET[status][act];
}

/** Whether the customer waits for an answer. */
export function awaitsAnswer(status: TicketStatus): boolean {
  return status === 'opened' || status === 'customer-reply';
}
