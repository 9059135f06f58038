/** Tickets of the account. Events make all entries below `tickets` stale. */
import type { Ticket, TicketService, TicketSummary } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { pagesQuery } from './pages.ts';
import { queryClient } from './query.ts';
import { take } from './take.ts';

export type TicketStatus = TicketSummary['status'];

const PER_PAGE = 20;

/** The support has answered, so the customer is next. */
export const ANSWERED: readonly TicketStatus[] = ['answered'];
/** The customer waits for an answer. */
export const WAITING: readonly TicketStatus[] = ['opened', 'customer-reply'];
export const RESOLVED: readonly TicketStatus[] = ['resolved'];

export const ticketsQuery = (statuses: readonly TicketStatus[]) =>
  pagesQuery<TicketSummary>(['tickets', 'list', statuses], (page, signal) =>
    client.listTickets({ 'filter[status]': [...statuses], page, per_page: PER_PAGE }, { signal }),
  );

export const ticketQuery = (id: number) =>
  queryOptions({ queryKey: ['tickets', 'one', id], queryFn: ({ signal }) => client.getTicket({ id }, { signal }) });

/** Departments that tickets can be sent to. The staff changes them seldom. */
export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: async ({ signal }) => (await client.listDepartments({}, { signal })).data,
});

/** Services that a ticket can be about. */
export const ticketServicesQuery = queryOptions({
  queryKey: ['ticket-services'],
  queryFn: () => take<TicketService>(client.listTicketServices({ per_page: 50 })),
  staleTime: 0,
});

/** Takes the ticket of a reply, and reads again the lists that show it. */
export async function takeTicket(ticket: Ticket): Promise<void> {
  queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
  await queryClient.invalidateQueries({ queryKey: ['tickets'] });
}

/** Tickets that a consent to the support can be about. */
export const openTicketsQuery = queryOptions({
  queryKey: ['tickets', 'open'],
  queryFn: async ({ signal }) =>
    (await client.listTickets({ 'filter[status]': [...ANSWERED, ...WAITING], per_page: 50 }, { signal })).data,
});
