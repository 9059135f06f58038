/** Usage of a server: its live status, metrics and traffic. */
import type { Server } from '@innkeeper/db/schema';
import { moreTraffic } from '@innkeeper/db/tables/addons';
import { currentUsage, dayOf, metricDays, trafficDays } from '@innkeeper/db/tables/metrics';
import type { Cx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import { decideMetricRange, METRIC_STEPS, type MetricRange } from '@innkeeper/model/servers/metrics-range';
import { cycleStart } from '@innkeeper/model/servers/usage';
import { trafficLimit } from '@innkeeper/model/services/addons';
import { days } from '@innkeeper/model/time/clock';
import { type MetricsDay, metricsText } from '@innkeeper/present/metrics-text';
import { RawJson } from '@innkeeper/present/reply';
import { presentServerStatus } from '@innkeeper/present/server-status';
import { type BandwidthUse, presentBandwidth } from '@innkeeper/present/server-usage';
import type { Input, Reply } from '../define.ts';

/** Returns the live figures of a server from the worker's latest sample. */
export async function getServerStatus(cx: Cx, { server }: Input<'getServerStatus'>): Promise<Reply<'getServerStatus'>> {
  const [usage, more] = await Promise.all([currentUsage(cx.db, server.id), moreTraffic(cx.db, server.id)]);
  const thisCycle = usage?.cycle_began_at.getTime() === cycleStart(server, cx.clock.now()).getTime();
  return presentServerStatus({
    server,
    usage,
    cycleBytes: usage && thisCycle ? usage.cycle_bytes : 0n,
    limitTb: trafficLimit(server.bandwidth_tb, more),
    dnsResolvers: cx.settings.dnsResolvers,
  });
}

/**
 * Returns the buckets of a range or of a calendar month (UTC). Days stay packed, and the presenter unpacks one at a time, because a month
 * has 8,928 buckets. Throws `validation`.
 */
export async function getServerMetrics(cx: Cx, { server, query }: Input<'getServerMetrics'>): Promise<Reply<'getServerMetrics'>> {
  const range = rangeOf(query, cx.clock.now());
  return new RawJson(await metricsText({ range, days: await daysIn(cx, server, range) }));
}

/** Returns the days of a range, newest first. */
async function daysIn(cx: Cx, server: Server, range: MetricRange): Promise<MetricsDay[]> {
  if (range.until <= range.from) return [];
  const [first, last] = [range.from, range.until - 1].map((seconds) => dayOf(new Date(seconds * 1000)));
  const found = await metricDays(cx.db, { serverId: server.id, first: first ?? '', last: last ?? '' });
  return found.map(({ day, buckets }) => ({ day: new Date(`${day}T00:00:00Z`), packed: buckets })).reverse();
}

/** Returns the range of a request. Without start, end and step it is a month, by default the current one. */
function rangeOf(query: Input<'getServerMetrics'>['query'], now: Date): MetricRange {
  const { 'filter[start]': start, 'filter[end]': end, step } = query;
  if (start === undefined && end === undefined && step === undefined) {
    const { 'filter[month]': month = now.getUTCMonth() + 1, 'filter[year]': year = now.getUTCFullYear() } = query;
    return { from: Date.UTC(year, month - 1, 1) / 1000, until: Date.UTC(year, month, 1) / 1000, step: METRIC_STEPS[0] };
  }
  const range = decideMetricRange({ start, end, step }, Math.floor(now.getTime() / 1000));
  if ('why' in range) throw invalid(range.at === 'start' ? 'filter[start]' : 'step', range.why);
  return range;
}

/**
 * Returns the traffic of a server on the days that begin in a range. The default range begins with the traffic cycle and ends now. Throws
 * `validation` if the range ends before it starts.
 */
export async function getServerBandwidth(
  cx: Cx,
  { server, query }: Input<'getServerBandwidth'>,
): Promise<Reply<'getServerBandwidth'>> {
  const { 'filter[start]': from, 'filter[end]': until } = query;
  const now = cx.clock.now();
  const cycle = cycleStart(server, now);
  const start = from == null ? cycle : new Date(from * 1000);
  const end = until == null ? now : new Date(until * 1000);
  if (from != null && until != null && end < start) throw invalid('filter[end]', 'Must not be before filter[start].');
  const use = await currentUsage(cx.db, server.id);
  const first = firstDay(Math.max(start.getTime(), midnight(server.created_at)));
  const last = Math.min(end.getTime(), (server.ended_at ?? now).getTime());
  return presentBandwidth({
    limitTb: trafficLimit(server.bandwidth_tb, await moreTraffic(cx.db, server.id)),
    cycleBytes: use?.cycle_began_at.getTime() === cycle.getTime() ? use.cycle_bytes : 0n,
    days: first > last ? [] : await daysBetween(cx, server.id, first, last),
  });
}

async function daysBetween(cx: Cx, serverId: number, first: number, last: number): Promise<BandwidthUse['days']> {
  const seen = await trafficDays(cx.db, { serverId, first: dayOf(new Date(first)), last: dayOf(new Date(last)) });
  const byDay = new Map(seen.map((one) => [one.day, one]));
  const all: BandwidthUse['days'] = [];
  for (let at = first; at <= last; at += days(1)) {
    const one = byDay.get(dayOf(new Date(at)));
    all.push({ at: new Date(at), inBytes: one?.in_bytes ?? 0n, outBytes: one?.out_bytes ?? 0n });
  }
  return all;
}

const midnight = (at: Date): number => at.getTime() - (at.getTime() % days(1));
const firstDay = (from: number): number => Math.ceil(from / days(1)) * days(1);
