import { type EventDelivery, pageOfDeliveries } from '@innkeeper/db/tables/event-deliveries';
import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import type { Webhook } from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the sent and pending deliveries of a webhook, newest first. */
export const listEventDeliveries = (
  cx: Cx<Customer>,
  { webhook, ...query }: PageQuery & { webhook: Webhook; statuses?: readonly EventDelivery['status'][] | undefined },
): Promise<Page<EventDelivery>> => pageOfDeliveries(cx.db, { webhookId: webhook.id, ...query });
