import type { Server } from '@innkeeper/db/schema';
import { dayOf, metricDays } from '@innkeeper/db/tables/metrics';
import type { Cx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import { decideMetricRange, METRIC_STEPS, type MetricRange, type RangeRequest } from '@innkeeper/model/metrics-range';
import type { Metrics } from '@innkeeper/present/metrics-text';

export interface GetServerMetrics extends RangeRequest {
  server: Server;
  /** Month from 1 to 12, by default the current month. Ignored if `start`, `end` or `step` is given. */
  month?: number | undefined;
  /** Year, by default the current year. Ignored like `month`. */
  year?: number | undefined;
}

/**
 * Returns the buckets of a range or of a calendar month (UTC). Days stay packed, and the presenter unpacks one at a time, because a month
 * has 8,928 buckets. Throws `validation`.
 */
export async function getServerMetrics(cx: Cx, input: GetServerMetrics): Promise<Metrics> {
  const now = cx.clock.now();
  const range = rangeOf(input, now);
  if (range.until <= range.from) return { range, days: [] };
  const [first, last] = [range.from, range.until - 1].map((seconds) => dayOf(new Date(seconds * 1000)));
  const days = await metricDays(cx.db, { serverId: input.server.id, first: first ?? '', last: last ?? '' });
  return { range, days: days.map(({ day, buckets }) => ({ day: new Date(`${day}T00:00:00Z`), packed: buckets })).reverse() };
}

function rangeOf({ start, end, step, ...period }: GetServerMetrics, now: Date): MetricRange {
  if (start === undefined && end === undefined && step === undefined) {
    const { month = now.getUTCMonth() + 1, year = now.getUTCFullYear() } = period;
    return { from: Date.UTC(year, month - 1, 1) / 1000, until: Date.UTC(year, month, 1) / 1000, step: METRIC_STEPS[0] };
  }
  const range = decideMetricRange({ start, end, step }, Math.floor(now.getTime() / 1000));
  if ('why' in range) throw invalid(range.at === 'start' ? 'filter[start]' : 'step', range.why);
  return range;
}
