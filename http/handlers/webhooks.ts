import { createWebhook } from '@innkeeper/operations/webhooks/create';
import { deleteWebhook } from '@innkeeper/operations/webhooks/delete';
import { getWebhook } from '@innkeeper/operations/webhooks/get';
import { getEventDelivery } from '@innkeeper/operations/webhooks/get-event-delivery';
import { listWebhooks } from '@innkeeper/operations/webhooks/list';
import { listEventDeliveries } from '@innkeeper/operations/webhooks/list-event-deliveries';
import { replayEventDelivery } from '@innkeeper/operations/webhooks/replay';
import { rotateWebhookSecret } from '@innkeeper/operations/webhooks/rotate-secret';
import { testWebhook } from '@innkeeper/operations/webhooks/test';
import { updateWebhook } from '@innkeeper/operations/webhooks/update';
import { page } from '@innkeeper/present/page';
import { presentDelivery, presentDeliveryDetails, presentNewWebhook, presentWebhook, testBody } from '@innkeeper/present/webhook';
import type { Handlers } from './define.ts';

export const webhooks = {
  listWebhooks: async (cx, { query }, url) =>
    page(url, query, await listWebhooks(cx, { page: query.page, perPage: query.per_page }), presentWebhook),
  createWebhook: async (cx, { body }, _url, { sealer }) => presentNewWebhook(await createWebhook(cx, body, sealer)),
  getWebhook: async (cx, { webhook }) => presentWebhook(await getWebhook(cx, { webhook })),
  updateWebhook: async (cx, { webhook, body }) => presentWebhook(await updateWebhook(cx, { webhook, ...body })),
  deleteWebhook: async (cx, { webhook }) => void (await deleteWebhook(cx, { webhook })),
  rotateWebhookSecret: async (cx, { webhook, body }, _url, { sealer }) =>
    presentNewWebhook(await rotateWebhookSecret(cx, { webhook, overlapMinutes: body?.overlap_minutes }, sealer)),
  testWebhook: async (cx, { webhook }) =>
    presentDelivery(await testWebhook(cx, { webhook, body: testBody(webhook.id, cx.clock.now()) })),
  listEventDeliveries: async (cx, { webhook, query }, url) => {
    const { page: at, per_page: perPage, 'filter[status]': statuses } = query;
    return page(url, query, await listEventDeliveries(cx, { webhook, statuses, page: at, perPage }), presentDelivery);
  },
  getEventDelivery: async (cx, { eventDelivery }) =>
    presentDeliveryDetails(await getEventDelivery(cx, { delivery: eventDelivery })),
  replayEventDelivery: async (cx, { webhook, eventDelivery }) =>
    presentDelivery(await replayEventDelivery(cx, { webhook, delivery: eventDelivery })),
} satisfies Handlers;
