import { getServerBandwidth } from '@innkeeper/operations/servers/bandwidth';
import { deployServer } from '@innkeeper/operations/servers/deploy';
import { getServer } from '@innkeeper/operations/servers/get';
import { listServers } from '@innkeeper/operations/servers/list';
import { listServerSummaries } from '@innkeeper/operations/servers/list-summaries';
import { getServerMetrics } from '@innkeeper/operations/servers/metrics';
import { powerOffServer, restartServer, startServer, stopServer } from '@innkeeper/operations/servers/power';
import { getServerStatus } from '@innkeeper/operations/servers/status';
import { metricsText } from '@innkeeper/present/metrics-text';
import { pageOfTexts } from '@innkeeper/present/page';
import { RawJson, WithHeaders } from '@innkeeper/present/reply';
import { presentServer } from '@innkeeper/present/server';
import { presentServerStatus } from '@innkeeper/present/server-status';
import { presentServerSummaries } from '@innkeeper/present/server-summary';
import { serverTexts } from '@innkeeper/present/server-text';
import { presentBandwidth } from '@innkeeper/present/server-usage';
import type { Handlers } from '../define.ts';
import { deployInput, listServersInput } from './inputs.ts';

export const servers = {
  listServers: async (cx, { query }, url) =>
    new RawJson(pageOfTexts(url, query, await listServers(cx, listServersInput(query)), serverTexts(cx.actor.taxRate))),
  listServerSummaries: async (cx, { query }) =>
    presentServerSummaries(
      await listServerSummaries(cx, { statuses: query['filter[status]'], after: query.after, limit: query.limit }),
    ),
  getServer: async (cx, { server }) => presentServer(await getServer(cx, { server }), cx.actor.taxRate),
  getServerStatus: async (cx, { server }) => presentServerStatus(await getServerStatus(cx, { server })),
  getServerMetrics: async (cx, { server, query }) => {
    const month = { month: query['filter[month]'], year: query['filter[year]'] };
    const range = { start: query['filter[start]'], end: query['filter[end]'], step: query.step };
    return new RawJson(await metricsText(await getServerMetrics(cx, { server, ...month, ...range })));
  },
  getServerBandwidth: async (cx, { server, query }) => {
    const input = { server, start: query['filter[start]'], end: query['filter[end]'] };
    return presentBandwidth(await getServerBandwidth(cx, input));
  },
  deployServer: async (cx, { body, passwordHash }) => {
    const { servers, orderId } = await deployServer(cx, deployInput({ body, passwordHash }));
    const presented = servers.map((server) => presentServer(server, cx.actor.taxRate));
    const [only] = presented;
    const reply = only && !Array.isArray(body.name) ? only : { data: presented };
    return new WithHeaders(reply, { 'X-Order-Id': String(orderId) });
  },
  startServer: async (cx, { server }) => presentServer(await startServer(cx, { server }), cx.actor.taxRate),
  restartServer: async (cx, { server }) => presentServer(await restartServer(cx, { server }), cx.actor.taxRate),
  stopServer: async (cx, { server }) => presentServer(await stopServer(cx, { server }), cx.actor.taxRate),
  powerOffServer: async (cx, { server, supersededWorkflowId }) =>
    presentServer(await powerOffServer(cx, { server, supersededWorkflowId }), cx.actor.taxRate),
} satisfies Handlers;
