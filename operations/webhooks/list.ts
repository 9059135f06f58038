import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import { pageOfWebhooks, type Webhook } from '@innkeeper/db/tables/webhooks';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the account's webhooks, oldest first. */
export const listWebhooks = (cx: Cx<Customer>, query: PageQuery): Promise<Page<Webhook>> =>
  pageOfWebhooks(cx.db, cx.actor.accountId, query);
