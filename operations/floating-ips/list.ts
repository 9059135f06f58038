import { pageOfFloatingIps, type ShownFloatingIp } from '@innkeeper/db/tables/floating-ips';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { ServerStatus } from '@innkeeper/model/states/server';

export interface ListFloatingIps {
  page: number;
  perPage: number;
  statuses: ServerStatus[];
  ip?: string | undefined;
  /** Part of a floating IP's address, or of the hostname of its server. */
  search?: string | undefined;
  ddosProtected?: boolean | undefined;
}

/** Returns a page of the caller's floating IPs, newest first, and their total count. */
export function listFloatingIps(cx: Cx<Customer>, input: ListFloatingIps): Promise<{ rows: ShownFloatingIp[]; total: number }> {
  return pageOfFloatingIps(cx.db, { accountId: cx.actor.accountId, ...input });
}
