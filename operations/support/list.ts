import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import { type ListedTicket, pageOfTickets } from '@innkeeper/db/tables/tickets';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { TicketStatus } from '@innkeeper/model/states/ticket';

/** Lists the caller's tickets, newest first. */
export function listTickets(
  cx: Cx<Customer>,
  input: PageQuery & { statuses?: readonly TicketStatus[] | undefined },
): Promise<Page<ListedTicket>> {
  return pageOfTickets(cx.db, { accountId: cx.actor.accountId, ...input });
}
