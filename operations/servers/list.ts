import { pageOfServers, type ServerSort, type ShownServer } from '@innkeeper/db/tables/servers';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { ServerStatus } from '@innkeeper/model/states/server';

export interface ListServers {
  page: number;
  perPage: number;
  statuses: ServerStatus[];
  ip?: string | undefined;
  /** Part of a hostname or of an address. */
  search?: string | undefined;
  sort?: ServerSort | undefined;
}

/** The caller's servers: a page of them, newest first unless sorted otherwise, and how many there are. */
export function listServers(cx: Cx<Customer>, input: ListServers): Promise<{ rows: ShownServer[]; total: number }> {
  return pageOfServers(cx.db, { accountId: cx.actor.accountId, ...input });
}
