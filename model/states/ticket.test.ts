import { expect, it } from 'vitest';
import { awaitsAnswer, nextTicketStatus, TICKET_STATUSES } from './ticket.ts';

it('a message reopens a resolved ticket, and only a resolved one can be reopened without a message', () => {
  for (const status of TICKET_STATUSES) {
    expect(nextTicketStatus(status, 'reply')).toBe('customer-reply');
    expect(nextTicketStatus(status, 'answer')).toBe('answered');
    const resolved = status === 'resolved';
    expect(nextTicketStatus(status, 'resolve')).toBe(resolved ? undefined : 'resolved');
    expect(nextTicketStatus(status, 'reopen')).toBe(resolved ? 'opened' : undefined);
  }
  expect(TICKET_STATUSES.filter(awaitsAnswer)).toEqual(['opened', 'customer-reply']);
});
