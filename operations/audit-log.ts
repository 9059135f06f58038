import { Readable } from 'node:stream';
import {
  type AuditQuery,
  auditEntriesAfter,
  type LoadedAuditEntry,
  pageOfAuditEntries,
} from '@innkeeper/db/tables/audit-entries';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx, RequestCx } from '@innkeeper/domain/context';
import { csvLine } from '@innkeeper/model/text/csv';
import { days } from '@innkeeper/model/time/clock';
import { presentAuditEntry, visibleDetails } from '@innkeeper/present/audit-entry';
import { page, pageRequest } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Input, Reply } from './define.ts';

/** Default length of the listed period. */
const DEFAULT_PERIOD_MS = days(30);

const AT_A_TIME = 1_000;

const COLUMNS: readonly (readonly [name: string, of: (entry: LoadedAuditEntry) => string | number | null])[] = [
  ['id', ({ id }) => Number(id)],
  ['at', ({ at }) => at.toISOString()],
  ['action', ({ action }) => action],
  ['actor_kind', ({ actor_kind }) => actor_kind],
  ['actor_id', ({ actor_id }) => actor_id],
  ['actor_name', ({ actor_kind, actor_name }) => (actor_kind === 'staff' ? actor_name : null)],
  ['user_id', ({ user_id }) => user_id],
  ['user_email', ({ email }) => email],
  ['resource_kind', ({ resource_kind }) => resource_kind],
  ['resource_id', ({ resource_id }) => resource_id],
  ['request_id', ({ request_id }) => request_id],
  ['details', visibleDetails],
];

/** Lists the audit entries of the account, newest first. */
export async function listAuditLog(cx: RequestCx, { query }: Input<'listAuditLog'>): Promise<Reply<'listAuditLog'>> {
  const found = await pageOfAuditEntries(cx.db, { ...auditQueryOf(cx, query), ...pageRequest(query) });
  return page(cx.url, query, found, presentAuditEntry);
}

/**
 * Returns CSV lines, oldest first, in batches of `AT_A_TIME`. Each batch continues after the last entry of the previous one, so its cost
 * does not grow with the log.
 */
export async function exportAuditLog(cx: Cx<Customer>, { query }: Input<'exportAuditLog'>): Promise<Reply<'exportAuditLog'>> {
  return new WithHeaders(Readable.from(linesOf(cx.db, auditQueryOf(cx, query))), {
    'Content-Disposition': 'attachment; filename="audit-log.csv"',
  });
}

async function* linesOf(db: Cx['db'], query: AuditQuery): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([name]) => name));
  let after: bigint | null = null;
  for (;;) {
    const entries = await auditEntriesAfter(db, { ...query, after, limit: AT_A_TIME });
    if (entries.length > 0) yield entries.map((entry) => csvLine(COLUMNS.map(([, of]) => of(entry)))).join('');
    if (entries.length < AT_A_TIME) return;
    after = entries.at(-1)?.id ?? null;
  }
}

/** Returns the filters with the caller's account, and with the last 30 days as default period. */
function auditQueryOf({ actor, clock }: Cx<Customer>, query: Input<'exportAuditLog'>['query']): AuditQuery {
  const end = timeOf(query['filter[end]']);
  return {
    accountId: actor.accountId,
    start: timeOf(query['filter[start]']) ?? new Date((end ?? clock.now()).getTime() - DEFAULT_PERIOD_MS),
    end,
    action: query['filter[action]'],
    userId: query['filter[user_id]'],
    resourceKind: query['filter[resource_kind]'],
    resourceId: query['filter[resource_id]'],
  };
}

/** Converts Unix seconds to a date. */
function timeOf(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000);
}
