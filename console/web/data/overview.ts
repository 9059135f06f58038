/** Lists of the overview, except the servers. Events make them stale. */
import type { FloatingIp } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { answeredTicketsQuery } from './answered-tickets.ts';
import { balanceQuery } from './balance.ts';
import { client } from './client.ts';
import { queryClient } from './query.ts';
import { readChoices } from './read-choices.ts';
import { keysQuery } from './ssh-keys.ts';

/** Maximum number of rows. A person cannot handle more individually. */
const MAX_ROWS = 50;

/** Orders that await payment. */
export const dueOrdersQuery = queryOptions({
  queryKey: ['orders', 'due'],
  queryFn: async ({ signal }) =>
    (await client.listOrders({ 'filter[status]': ['awaiting_payment'], per_page: MAX_ROWS }, { signal })).data,
});

export const floatingIpsOfOverviewQuery = queryOptions({
  queryKey: ['floating-ips', 'overview'],
  queryFn: () => readChoices<FloatingIp>(client.listFloatingIps({ per_page: MAX_ROWS })),
});

/** Prefetches the data of the overview. */
export function loadOverview(): Promise<unknown> {
  return Promise.all([
    queryClient.prefetchQuery(dueOrdersQuery),
    queryClient.prefetchQuery(answeredTicketsQuery),
    queryClient.prefetchQuery(floatingIpsOfOverviewQuery),
    queryClient.prefetchQuery(balanceQuery),
    queryClient.prefetchQuery(keysQuery),
  ]);
}
