import { pageOfFloatingIps, type ShownFloatingIp } from '@innkeeper/db/tables/floating-ips';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { ServerStatus } from '@innkeeper/model/states/server';

export interface ListFloatingIps {
  page: number;
  perPage: number;
  statuses: ServerStatus[];
  ip?: string | undefined;
  /** Part of an address or of the hostname of its server. */
  search?: string | undefined;
  ddosProtected?: boolean | undefined;
}

/** The caller's floating IPs: a page of them, newest first, and how many there are. */
export function listFloatingIps(cx: Cx<Customer>, input: ListFloatingIps): Promise<{ rows: ShownFloatingIp[]; total: number }> {
  return pageOfFloatingIps(cx.db, { accountId: cx.actor.accountId, ...input });
}
