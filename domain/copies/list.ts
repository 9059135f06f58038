import type { Copy, CopyKind } from '@innkeeper/db/schema';
import { type CopySort, pageOfCopies } from '@innkeeper/db/tables/copies';
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';

export interface ListCopies {
  page: number;
  perPage: number;
  /** `2026-01-31`, of the operator's calendar. */
  day?: string | undefined;
  serverId?: number | undefined;
  /** GB or more. */
  size?: number | undefined;
  sort?: CopySort | undefined;
}

/**
 * Makes what lists the copies of a kind: the caller's whole ones, of all servers, a page of them and how many there are; newest first
 * unless sorted otherwise.
 */
export function listCopies(kind: CopyKind): (cx: Cx<Customer>, input: ListCopies) => Promise<{ rows: Copy[]; total: number }> {
  return (cx, input) => pageOfCopies(cx.db, { accountId: cx.actor.accountId, kind, timeZone: cx.settings.timeZone, ...input });
}
