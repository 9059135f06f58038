import type { ServerSort, ShownServer } from '@innkeeper/db/tables/servers';
import type { RequestCx } from '@innkeeper/domain/context';
import type { ServerStatus } from '@innkeeper/model/states/server';

export interface ListServers {
  page: number;
  perPage: number;
  statuses: ServerStatus[];
  ip?: string | undefined;
  /** Part of a hostname or an address. */
  search?: string | undefined;
  sort?: ServerSort | undefined;
}

/** Returns a page of the caller's servers, newest first by default, and their total count. */
export async function listServers(cx: RequestCx, input: ListServers): Promise<{ rows: ShownServer[]; total: number }> {
  const { accountId } = cx.actor;
  const { ids, total } = await cx.load.idsOfServers({ accountId, ...input });
  return { rows: await cx.load.shownServers(accountId, ids), total };
}
