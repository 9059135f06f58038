/** Queries about the money of one server: its unpaid orders, and the plans and addons that it can get. */
import type { Order } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { balanceQuery } from './balance.ts';
import { client } from './client.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';
import { serverQuery } from './servers.ts';

/** Maximum number of orders to read. An account may have few unpaid orders, so the latest 50 include all of them. */
const MAX_ORDERS = 50;

/** Orders that are not paid yet and have a line of this server or of one of `services`, which are its addons. */
export const unpaidOrdersQuery = (id: number, services: readonly number[]) =>
  queryOptions({
    queryKey: ['orders', 'of-server', id, services],
    queryFn: async ({ signal }): Promise<Order[]> => {
      const { data } = await client.listOrders(
        { 'filter[status]': ['awaiting_payment', 'processing'], per_page: MAX_ORDERS },
        { signal },
      );
      const orders = await Promise.all(data.map((order) => client.getOrder({ id: order.id }, { signal })));
      return orders.filter((order) =>
        order.services.some(({ service_id }) => service_id === id || services.includes(service_id ?? 0)),
      );
    },
  });

export const scalePlansQuery = (id: number) =>
  queryOptions({
    queryKey: ['scale-plans', id],
    queryFn: async ({ signal }) => (await client.listServerScalePlans({ id }, { signal })).data,
    ...WITHOUT_EVENTS,
  });

export const availableAddonsQuery = (id: number) =>
  queryOptions({
    queryKey: ['server-addons', id],
    queryFn: async ({ signal }) => (await client.listServerAddons({ id }, { signal })).data,
    ...WITHOUT_EVENTS,
  });

/** Refetches what a priced act may have changed. */
export async function refetchBilling(id: number): Promise<void> {
  const keys = [
    serverQuery(id).queryKey,
    scalePlansQuery(id).queryKey,
    availableAddonsQuery(id).queryKey,
    ['orders'],
    balanceQuery.queryKey,
  ];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
