/** Webhooks and their deliveries. Events make them stale when somebody changes a webhook. A delivery has no event, so it is read again while it waits. */
import type { EventDelivery, Webhook } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { pagesQuery } from './pages.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';
import { take } from './take.ts';

export type DeliveryStatus = EventDelivery['status'];

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: () => take<Webhook>(client.listWebhooks({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});

export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => client.getWebhook({ id }, { signal }),
    ...WITHOUT_EVENTS,
  });

const PER_PAGE = 25;

const SOON_MS = 2_000;

/** While an attempt runs, its delivery has the time of an attempt after it, so that time alone does not say when the list changes. */
const MAX_WAIT_MS = 10_000;

/** Deliveries of a webhook, newest first. `status`: only those. */
export const deliveriesQuery = (id: number, status: DeliveryStatus | undefined) => ({
  ...pagesQuery<EventDelivery>(['webhooks', 'deliveries', id, status], (page, signal) =>
    client.listEventDeliveries(
      { id, page, per_page: PER_PAGE, ...(status === undefined ? {} : { 'filter[status]': [status] }) },
      { signal },
    ),
  ),
  ...WITHOUT_EVENTS,
});

/** A delivery with its body and its answers. */
export const deliveryQuery = (id: number, { id: delivery, status, tries }: EventDelivery) =>
  queryOptions({
    // Another attempt makes another entry, so that an old answer never stands beside a new status.
    queryKey: ['webhooks', 'delivery', id, delivery, status, tries],
    queryFn: ({ signal }) => client.getEventDelivery({ id, delivery }, { signal }),
  });

/** Returns after which time in milliseconds deliveries are read again, or `false` if none is pending. Pure. */
export function rereadAfter(deliveries: readonly EventDelivery[], now: number): number | false {
  const waits = deliveries.flatMap(({ status, tries, next_try_at: at }) => {
    if (status !== 'pending') return [];
    return [tries === 0 || at === null ? 0 : Date.parse(at) - now];
  });
  return waits.length === 0 ? false : Math.min(MAX_WAIT_MS, Math.max(SOON_MS, Math.min(...waits)));
}

/** Begins to read what the page of webhooks shows. */
export const loadWebhooks = (): Promise<void> => queryClient.prefetchQuery(webhooksQuery);

/** Begins to read what the page of one webhook shows. */
export const loadWebhook = (id: number): Promise<unknown> =>
  Promise.all([queryClient.prefetchQuery(webhookQuery(id)), queryClient.prefetchInfiniteQuery(deliveriesQuery(id, undefined))]);

/** Reads again what an act on webhooks may have changed. */
export const rereadWebhooks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['webhooks'] });
