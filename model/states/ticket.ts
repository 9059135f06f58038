/** What becomes of a ticket: support answers, its customer replies (which opens a resolved one again), and either says that it is settled. */
export const TICKET_STATUSES = ['opened', 'answered', 'customer-reply', 'resolved'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];
