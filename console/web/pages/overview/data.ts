/** Lists of the overview, except the servers. Events make them stale. */
import type { FloatingIp } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { readChoices } from '../../data/read-choices.ts';

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
