import { Readable } from 'node:stream';
import { exportAuditLog } from '@innkeeper/operations/audit-log/export';
import { type AuditFilters, listAuditLog } from '@innkeeper/operations/audit-log/list';
import { presentAuditEntry } from '@innkeeper/present/audit-entry';
import { page } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Handlers } from './define.ts';

export const auditLog = {
  listAuditLog: async (cx, { query }, url) =>
    page(
      url,
      query,
      await listAuditLog(cx, { ...filtersOf(query), page: query.page, perPage: query.per_page }),
      presentAuditEntry,
    ),
  exportAuditLog: async (cx, { query }) =>
    new WithHeaders(Readable.from(exportAuditLog(cx, filtersOf(query))), {
      'Content-Disposition': 'attachment; filename="audit-log.csv"',
    }),
} satisfies Handlers;

interface Query {
  'filter[start]'?: number | undefined;
  'filter[end]'?: number | undefined;
  'filter[action]'?: string | undefined;
  'filter[user_id]'?: number | undefined;
  'filter[resource_kind]'?: string | undefined;
  'filter[resource_id]'?: number | undefined;
}

function filtersOf(query: Query): AuditFilters {
  return {
    start: timeOf(query['filter[start]']),
    end: timeOf(query['filter[end]']),
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
