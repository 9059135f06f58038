import { type AuditQuery, auditEntriesAfter, type LoadedAuditEntry } from '@innkeeper/db/tables/audit-entries';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { csvLine } from '@innkeeper/model/csv';
import { visibleDetails } from '@innkeeper/present/audit-entry';
import { type AuditFilters, toAuditQuery } from './list.ts';

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

/**
 * Returns CSV lines, oldest first, in batches of `AT_A_TIME`. Each batch continues after the last entry of the previous one, so its cost
 * does not grow with the log.
 */
export function exportAuditLog(cx: Cx<Customer>, input: AuditFilters): AsyncGenerator<string> {
  return linesOf(cx.db, toAuditQuery(cx, input));
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
