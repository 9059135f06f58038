import { type AuditQuery, type LoadedAuditEntry, pageOfAuditEntries } from '@innkeeper/db/tables/audit-entries';
import type { Page, PageQuery } from '@innkeeper/db/tables/page';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';

export type AuditFilters = Omit<AuditQuery, 'accountId' | 'start'> & { start?: Date | undefined };

/** Default length of the listed period. */
const DEFAULT_PERIOD_MS = days(30);

/** Lists the audit entries of the account, newest first. */
export function listAuditLog(cx: Cx<Customer>, input: AuditFilters & PageQuery): Promise<Page<LoadedAuditEntry>> {
  return pageOfAuditEntries(cx.db, { ...toAuditQuery(cx, input), page: input.page, perPage: input.perPage });
}

/** Adds the caller's account to the filters, and the last 30 days as default period. */
export function toAuditQuery({ actor, clock }: Cx<Customer>, { start, ...filters }: AuditFilters): AuditQuery {
  const from = start ?? new Date((filters.end ?? clock.now()).getTime() - DEFAULT_PERIOD_MS);
  return { ...filters, accountId: actor.accountId, start: from };
}
