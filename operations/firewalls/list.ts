import { type LoadedFirewall, pageOfFirewalls } from '@innkeeper/db/tables/firewalls';
import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Lists the caller's firewalls, oldest first. `serverId` limits the list to firewalls of that server. */
export function listFirewalls(
  cx: Cx<Customer>,
  input: PageQuery & { serverId?: number | undefined },
): Promise<Page<LoadedFirewall>> {
  return pageOfFirewalls(cx.db, { accountId: cx.actor.accountId, ...input });
}
