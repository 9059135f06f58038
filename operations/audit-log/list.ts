import { type AuditWanted, type LoadedAuditEntry, pageOfAuditEntries } from '@innkeeper/db/tables/audit-entries';
import type { Page, PageWanted } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';

export type AuditFilters = Omit<AuditWanted, 'accountId' | 'start'> & { start?: Date | undefined };

/** What is told unless a start is given. */
const TOLD_MS = days(30);

/** Who did what in the account, newest first. */
export function listAuditLog(cx: Cx<Customer>, input: AuditFilters & PageWanted): Promise<Page<LoadedAuditEntry>> {
  return pageOfAuditEntries(cx.db, { ...wantedOf(cx, input), page: input.page, perPage: input.perPage });
}

/** The filters, for the caller's account and for the last 30 days unless a start is given. */
export function wantedOf({ actor, clock }: Cx<Customer>, { start, ...filters }: AuditFilters): AuditWanted {
  const from = start ?? new Date((filters.end ?? clock.now()).getTime() - TOLD_MS);
  return { ...filters, accountId: actor.accountId, start: from };
}
