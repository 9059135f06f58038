import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { freeText, pageQuery, period, queryId, startBeforeEnd } from '../query.ts';
import { AuditEntry } from '../schemas/audit-log.ts';

const filters = {
  ...period,
  'filter[action]': freeText.optional().describe('Only entries of this action, such as `restartServer`.'),
  'filter[user_id]': queryId.optional().describe('Only actions of this user.'),
  'filter[resource_kind]': freeText.optional().describe('Only entries about this kind of resource, such as `server`.'),
  'filter[resource_id]': queryId
    .optional()
    .describe('Only entries about the resource with this id. Requires `filter[resource_kind]`.'),
};

type Resource = { 'filter[resource_kind]'?: string | undefined; 'filter[resource_id]'?: number | undefined };

/** Requires the kind with an id: an id is ambiguous without its kind, and no index covers it alone. */
const idRequiresKind: [(query: Resource) => boolean, { path: PropertyKey[]; error: string }] = [
  ({ 'filter[resource_kind]': kind, 'filter[resource_id]': id }) => id === undefined || kind !== undefined,
  { path: ['filter[resource_kind]'], error: 'This field is required with filter[resource_id].' },
];

export const auditLog = {
  listAuditLog: operation({
    method: 'GET',
    path: '/audit-log',
    group: 'Audit log',
    title: 'List the audit log',
    summary: 'Lists who did what in the account, newest first. Default: the last 30 days.',
    origin: 'ours',
    ability: 'read',
    query: z
      .strictObject({ ...pageQuery(), ...filters })
      .refine(...startBeforeEnd)
      .refine(...idRequiresKind),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(AuditEntry), paginated: true },
    failures: [],
  }),
  exportAuditLog: operation({
    method: 'GET',
    path: '/audit-log/export',
    group: 'Audit log',
    title: 'Export the audit log',
    summary: 'Returns the audit log as one CSV file, oldest first.',
    origin: 'ours',
    ability: 'read',
    perMinute: 10,
    query: z
      .strictObject(filters)
      .refine(...startBeforeEnd)
      .refine(...idRequiresKind),
    bodyKind: 'none',
    reply: { status: 200, contentType: 'text/csv; charset=utf-8' },
    failures: [],
  }),
};
