/** Orders, their explanations and ways to pay. Events of orders make all entries below `orders` stale. */
import type { Order, OrderSummary } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { pagesQuery } from './pages.ts';
import { queryClient } from './query.ts';

export type OrderStatus = OrderSummary['status'];

const PER_PAGE = 25;

/** Statuses of unpaid orders. */
export const UNPAID: readonly OrderStatus[] = ['awaiting_payment', 'processing'];

export const ordersQuery = (statuses: readonly OrderStatus[]) =>
  pagesQuery<OrderSummary>(['orders', 'list', statuses], (page, signal) =>
    client.listOrders({ 'filter[status]': [...statuses], page, per_page: PER_PAGE }, { signal }),
  );

export const orderQuery = (id: number) =>
  queryOptions({ queryKey: ['orders', 'one', id], queryFn: ({ signal }) => client.getOrder({ id }, { signal }) });

export const explanationQuery = (id: number) =>
  queryOptions({ queryKey: ['orders', 'explanation', id], queryFn: ({ signal }) => client.explainOrder({ id }, { signal }) });

/** Query of payment methods. The staff rarely changes them, and an order refetches them. */
export const paymentMethodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: async ({ signal }) => (await client.listPaymentMethods({}, { signal })).data,
  staleTime: 60_000,
});

/** An account has at most this many pages of unpaid orders. */
const MAX_PAGES = 20;

/** Reads all orders that await payment. */
async function readAwaiting(signal: AbortSignal): Promise<OrderSummary[]> {
  const found: OrderSummary[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data, meta } = await client.listOrders({ 'filter[status]': ['awaiting_payment'], page, per_page: 50 }, { signal });
    found.push(...data);
    if (page >= meta.last_page) break;
  }
  return found;
}

/**
 * Returns the query of the ids of the orders whose payment page has this reference in its URL. The list is empty after the payment has
 * ended.
 */
export const ordersOfPaymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['payment', reference],
    queryFn: async ({ signal }) =>
      (await readAwaiting(signal)).filter(({ payment_url }) => payment_url?.endsWith(`#${reference}`)).map(({ id }) => id),
  });

/** Stores orders of a reply in the cache, and refetches dependent data. */
export async function cacheOrders(orders: readonly Order[]): Promise<void> {
  for (const order of orders) queryClient.setQueryData(orderQuery(order.id).queryKey, order);
  await refetchOrders();
}

/** Refetches what an operation on an order may have changed. Events arrive too, but the page does not wait for them. */
export async function refetchOrders(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['orders'] }),
    queryClient.invalidateQueries({ queryKey: ['balance'] }),
  ]);
}

/** Returns the sum of orders with VAT. Amounts have two decimal places, so the sum is computed in cents. Pure. */
export function sumOf(orders: readonly Pick<OrderSummary, 'amount_with_vat'>[]): number {
  return orders.reduce((sum, { amount_with_vat }) => sum + Math.round(amount_with_vat * 100), 0) / 100;
}
