import { METRIC_STEPS } from '@innkeeper/model/servers/metrics-range';
import { z } from 'zod';
import { operation } from '../../define.ts';
import { listOf, pageOf } from '../../envelope.ts';
import {
  choice,
  direction,
  freeText,
  includes,
  integer,
  ipAddress,
  nullableUnixTime,
  pageQuery,
  quotable,
  startBeforeEnd,
  statusListOr,
  unixTime,
} from '../../query.ts';
import { MAX_ID } from '../../schemas/primitives.ts';
import { Server, ServerStatus } from '../../schemas/server.ts';
import { DeployServer, QuoteDeploy } from '../../schemas/server-requests.ts';
import { ServerSummaries } from '../../schemas/server-summary.ts';
import { BandwidthStatistics, ServerMetric } from '../../schemas/server-usage.ts';
import { SERVICE_STATUSES } from '../../schemas/service.ts';
import { byId } from '../paths.ts';

const metricsQuery = z
  .strictObject({
    'filter[month]': integer(1, 12).optional().describe('Month, 1 to 12. Default: the current month.'),
    'filter[year]': integer(2000, 9999).optional().describe('Year. Default: the current year.'),
    'filter[start]': unixTime
      .optional()
      .describe('Beginning of a period, Unix time in seconds. Default: a day before its end. Not together with a month or year.'),
    'filter[end]': unixTime
      .optional()
      .describe('End of a period, Unix time in seconds. Default: now. Not together with a month or year.'),
    step: choice('300', '1800', '7200', '86400')
      .transform(Number)
      .pipe(z.literal(METRIC_STEPS))
      .optional()
      .describe(
        'Length of a bucket of the period in seconds. Default: the smallest that makes at most 600 buckets. At most 2000 are allowed.',
      ),
  })
  .refine(...startBeforeEnd)
  .refine((query) => !isMonth(query) || query['filter[start]'] === undefined, notWithMonth('filter[start]'))
  .refine((query) => !isMonth(query) || query['filter[end]'] === undefined, notWithMonth('filter[end]'))
  .refine((query) => !isMonth(query) || query.step === undefined, notWithMonth('step'));

function isMonth(query: { 'filter[month]'?: unknown; 'filter[year]'?: unknown }): boolean {
  return query['filter[month]'] !== undefined || query['filter[year]'] !== undefined;
}

function notWithMonth(name: string): { path: PropertyKey[]; error: string } {
  return { path: [name], error: 'Must not be given together with filter[month] or filter[year].' };
}

/** Operations that list, read and order servers. */
export const servers = {
  listServers: operation({
    method: 'GET',
    path: '/servers',
    group: 'Servers',
    title: 'List servers',
    summary: 'Lists the servers of the account. Default: active and suspended ones.',
    origin: 'known',
    ability: 'read',
    cached: 'account',
    query: z.strictObject({
      ...pageQuery(),
      'filter[ip]': ipAddress.optional().describe('Only the server with this address.'),
      'filter[search]': freeText.optional().describe('Part of a hostname or an IP address.'),
      'filter[status]': statusListOr(SERVICE_STATUSES, ['active', 'suspended']).describe(
        'Only servers with one of these statuses.',
      ),
      'sort[created_at]': direction.optional().describe('Sort by order time: `asc` or `desc`.'),
      'sort[expiry_at]': direction.optional().describe('Sort by expiry: `asc` or `desc`.'),
    }),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Server), paginated: true },
    failures: [],
  }),
  listServerSummaries: operation({
    method: 'GET',
    path: '/server-summaries',
    group: 'Servers',
    title: 'List server summaries',
    summary:
      'Lists summaries of the servers of the account, ordered by id, for clients that keep a copy. Read all pages by `after`, then apply the events after `event_id`. All rows of a reply are of one moment.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject({
      'filter[status]': statusListOr(SERVICE_STATUSES, ['awaiting_payment', 'processing', 'active', 'suspended']).describe(
        'Only servers with one of these statuses. Default: all but terminated ones.',
      ),
      after: integer(0, MAX_ID).default(0).describe('Only servers with a larger id: `next_after` of the part before.'),
      limit: integer(1, 1_000).default(1_000).describe('Most servers of a reply, 1 to 1000.'),
    }),
    bodyKind: 'none',
    reply: { status: 200, schema: ServerSummaries, compressed: true },
    failures: [],
  }),
  getServer: operation({
    method: 'GET',
    path: '/servers/{id}',
    group: 'Servers',
    title: 'Get a server',
    summary: 'Returns a server with its plan, image, addresses, addons and keys.',
    origin: 'known',
    ability: 'read',
    cached: 'account',
    ...byId('server'),
    query: z.strictObject({ 'include[]': includes.optional() }),
    bodyKind: 'none',
    reply: { status: 200, schema: Server },
    failures: [],
  }),
  getServerStatus: operation({
    method: 'GET',
    path: '/servers/{id}/status',
    group: 'Servers',
    title: 'Server status',
    summary: 'Returns whether a server is running, its load, and its address for SSH.',
    origin: 'known',
    ability: 'read',
    ...byId('server'),
    bodyKind: 'none',
    reply: { status: 200, schema: ServerStatus },
    failures: [],
  }),
  getServerMetrics: operation({
    method: 'GET',
    path: '/servers/{id}/metrics',
    group: 'Servers',
    title: 'Server metrics',
    summary:
      'Lists load, network and disk usage, newest first: of a month in buckets of 5 minutes, or of at most 400 days in buckets of `step` with averages.',
    origin: 'known',
    ability: 'read',
    ...byId('server'),
    query: metricsQuery,
    bodyKind: 'none',
    reply: { status: 200, schema: listOf(ServerMetric) },
    failures: [],
  }),
  getServerBandwidth: operation({
    method: 'GET',
    path: '/servers/{id}/bandwidth',
    group: 'Servers',
    title: 'Bandwidth',
    summary: 'Returns the bandwidth limit and usage of a server in GB.',
    origin: 'source',
    ability: 'read',
    ...byId('server'),
    query: z
      .strictObject({
        'filter[start]': nullableUnixTime
          .optional()
          .describe('Only records from this Unix time in seconds on. Empty means no bound.'),
        'filter[end]': nullableUnixTime
          .optional()
          .describe('Only records until this Unix time in seconds. Empty means no bound.'),
      })
      .refine(...startBeforeEnd),
    bodyKind: 'none',
    reply: { status: 200, schema: BandwidthStatistics },
    failures: [],
  }),
  deployServer: operation({
    method: 'POST',
    path: '/servers',
    group: 'Servers',
    title: 'Deploy new server',
    summary:
      'Orders one server, or one per name. Either all are ordered or none. Returns the server, or a list of servers for a list of names. The servers are built immediately if the balance covers the order. Otherwise the order awaits payment until `due_at`. The number of unpaid servers is limited.',
    origin: 'known',
    ability: 'write',
    needs: ['write', 'pay'],
    perMinute: 30,
    ...quotable,
    bodyKind: 'json',
    body: DeployServer,
    quoteBody: QuoteDeploy,
    references: {
      plan: 'plan_on_sale',
      image_id: 'image',
      snapshot_id: 'snapshot',
      backup_id: 'backup',
      primary_iso_id: 'iso',
      secondary_iso_id: 'iso',
      ssh_keys: 'ssh_key',
      cpanel: 'addon',
    },
    createsOrder: true,
    reply: { status: 201, schema: z.union([Server, listOf(Server)]) },
    failures: ['not_yours', 'no_capacity', 'unpaid_limit', 'not_supported'],
  }),
};
