import type { Copy, CopyKind } from '@innkeeper/db/schema';
import { type CopySort, pageOfCopies } from '@innkeeper/db/tables/copies';
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';

export interface ListCopies {
  page: number;
  perPage: number;
  /** Day as `2026-01-31` in the operator's time zone. */
  day?: string | undefined;
  serverId?: number | undefined;
  /** Minimum size in GB. */
  size?: number | undefined;
  sort?: CopySort | undefined;
}

/**
 * Returns the function that lists complete copies of a kind for the caller, over all servers: one page and the total number. Default order:
 * newest first.
 */
export function listCopies(kind: CopyKind): (cx: Cx<Customer>, input: ListCopies) => Promise<{ rows: Copy[]; total: number }> {
  return (cx, input) => pageOfCopies(cx.db, { accountId: cx.actor.accountId, kind, timeZone: cx.settings.timeZone, ...input });
}
