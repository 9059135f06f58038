/**
 * Queries of webhooks and their deliveries. Changes of a webhook have events that make them stale. Deliveries have none, so pending
 * deliveries are polled.
 */
import type { EventDelivery, Webhook } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { pagesQuery } from './pages.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';
import { readChoices } from './read-choices.ts';

export type DeliveryStatus = EventDelivery['status'];

const DELIVERIES = ['webhooks', 'deliveries'] as const;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: () => readChoices<Webhook>(client.listWebhooks({ per_page: 50 })),
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

/**
 * Longest poll interval in milliseconds. During an attempt the delivery already shows the time of the next attempt, so that time is not
 * enough.
 */
const MAX_WAIT_MS = 10_000;

/** Returns the query of a webhook's deliveries, newest first. `status` filters them. */
export const deliveriesQuery = (id: number, status: DeliveryStatus | undefined) => ({
  ...pagesQuery<EventDelivery>([...DELIVERIES, id, status], (page, signal) =>
    client.listEventDeliveries(
      { id, page, per_page: PER_PAGE, ...(status === undefined ? {} : { 'filter[status]': [status] }) },
      { signal },
    ),
  ),
  ...WITHOUT_EVENTS,
});

/** Returns the query of a delivery with its body and replies. */
export const deliveryQuery = (id: number, { id: delivery, status, tries }: EventDelivery) =>
  queryOptions({
    // A further attempt gets its own entry, so that an old reply never appears with a new status.
    queryKey: ['webhooks', 'delivery', id, delivery, status, tries],
    queryFn: ({ signal }) => client.getEventDelivery({ id, delivery }, { signal }),
  });

/** Returns the milliseconds until deliveries must be refetched, or `false` if none is pending. Pure. */
export function refetchDelay(deliveries: readonly EventDelivery[], now: number): number | false {
  const waits = deliveries.flatMap(({ status, tries, next_try_at: at }) => {
    if (status !== 'pending') return [];
    return [tries === 0 || at === null ? 0 : Date.parse(at) - now];
  });
  return waits.length === 0 ? false : Math.min(MAX_WAIT_MS, Math.max(SOON_MS, Math.min(...waits)));
}

/** Prefetches the data of the page of webhooks. */
/**
 * Refetches what an operation or an attempt may have changed. The list of deliveries comes first: it tells when polling can end, so what is
 * read after it includes the last attempt.
 */
export async function refetchWebhooks(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: DELIVERIES });
  await queryClient.invalidateQueries({ queryKey: ['webhooks'], predicate: ({ queryKey }) => queryKey[1] !== DELIVERIES[1] });
}
