import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import { pageOfTicketServices } from '@innkeeper/db/tables/tickets';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the services that a ticket of the caller can be about, by name: active and suspended servers. */
export function listTicketServices(cx: Cx<Customer>, input: PageQuery): Promise<Page<{ id: number; hostname: string }>> {
  return pageOfTicketServices(cx.db, { accountId: cx.actor.accountId, ...input });
}
