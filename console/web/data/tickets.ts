/** Tickets of the account. Events make all entries below `tickets` stale. */
import type { Ticket, TicketService, TicketSummary } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { pagesQuery } from './pages.ts';
import { queryClient, refetchUnlessJustRead } from './query.ts';
import { readChoices } from './read-choices.ts';

export type TicketStatus = TicketSummary['status'];

const PER_PAGE = 20;

/** Statuses of tickets that the support has answered. */
export const ANSWERED: readonly TicketStatus[] = ['answered'];
/** Statuses of tickets that wait for the support. */
export const WAITING: readonly TicketStatus[] = ['opened', 'customer-reply'];
export const RESOLVED: readonly TicketStatus[] = ['resolved'];

export const ticketsQuery = (statuses: readonly TicketStatus[]) =>
  pagesQuery<TicketSummary>(['tickets', 'list', statuses], (page, signal) =>
    client.listTickets({ 'filter[status]': [...statuses], page, per_page: PER_PAGE }, { signal }),
  );

export const ticketQuery = (id: number) =>
  queryOptions({ queryKey: ['tickets', 'one', id], queryFn: ({ signal }) => client.getTicket({ id }, { signal }) });

/** Query of departments for tickets. The staff rarely changes them. */
export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: async ({ signal }) => (await client.listDepartments({}, { signal })).data,
});

/** Services that a ticket can be about. */
export const ticketServicesQuery = queryOptions({
  queryKey: ['ticket-services'],
  queryFn: () => readChoices<TicketService>(client.listTicketServices({ per_page: 50 })),
  staleTime: 0,
  refetchOnMount: refetchUnlessJustRead,
});

/** Stores the ticket of a reply in the cache, and refetches the lists that show it. */
export async function cacheTicket(ticket: Ticket): Promise<void> {
  queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
  await queryClient.invalidateQueries({ queryKey: ['tickets'] });
}

/** Tickets that a consent to the support can be about. */
export const openTicketsQuery = queryOptions({
  queryKey: ['tickets', 'open'],
  queryFn: async ({ signal }) =>
    (await client.listTickets({ 'filter[status]': [...ANSWERED, ...WAITING], per_page: 50 }, { signal })).data,
});
