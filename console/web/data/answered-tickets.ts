/** Tickets that wait for the customer. The shell counts them, so this file is part of the first load. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** Maximum number of listed tickets. A person cannot handle more individually. */
export const MAX_ANSWERED = 50;

/** Tickets whose last message is an answer of the support. Events make the list stale. */
export const answeredTicketsQuery = queryOptions({
  queryKey: ['tickets', 'answered'],
  queryFn: async ({ signal }) =>
    (await client.listTickets({ 'filter[status]': ['answered'], per_page: MAX_ANSWERED }, { signal })).data,
});
