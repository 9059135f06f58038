import type { TicketSummary } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { answeredTicketsQuery, MAX_ANSWERED } from '../../data/answered-tickets.ts';
import { type ReadPages, usePages } from '../../data/pages.ts';
import { ANSWERED, ticketsQuery } from '../../data/tickets.ts';

/** Returns the tickets that the support has answered. The shell has read them already, unless there are more than it counts. */
export function useAnsweredTickets(): ReadPages<TicketSummary> {
  const { data: tickets } = useSuspenseQuery(answeredTicketsQuery);
  const isLong = tickets.length === MAX_ANSWERED;
  const pages = usePages(ticketsQuery(ANSWERED), { enabled: isLong, awaited: true });
  if (isLong) return pages;
  return { items: tickets, total: tickets.length, hasMore: false, isReadingMore: false, readMore: () => undefined };
}
