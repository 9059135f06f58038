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

/** The caller's whole copies of a kind: a page of them, newest first unless sorted otherwise, and how many there are. */
export function listCopies(cx: Cx<Customer>, kind: CopyKind, input: ListCopies): Promise<{ rows: Copy[]; total: number }> {
  return pageOfCopies(cx.db, { accountId: cx.actor.accountId, kind, timeZone: cx.settings.timeZone, ...input });
}
