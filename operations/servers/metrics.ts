import type { Server } from '@innkeeper/db/schema';
import { dayOf, metricDays } from '@innkeeper/db/tables/metrics';
import type { Cx } from '@innkeeper/domain/context';

export interface GetServerMetrics {
  server: Server;
  /** 1 to 12; this month unless given. */
  month?: number | undefined;
  /** This year unless given. */
  year?: number | undefined;
}

/** The closed buckets of a day as they are kept (model/metrics.ts). */
export interface MetricsDay {
  /** Midnight, UTC. */
  day: Date;
  packed: Buffer;
}

/**
 * A calendar month (UTC), the newest day first. The days are unpacked by who shows them, one at a time: a month has 8 928 buckets.
 */
export async function getServerMetrics(cx: Cx, input: GetServerMetrics): Promise<MetricsDay[]> {
  const { id: serverId } = input.server;
  const now = cx.clock.now();
  const { month = now.getUTCMonth() + 1, year = now.getUTCFullYear() } = input;
  const [first, last] = [new Date(Date.UTC(year, month - 1, 1)), new Date(Date.UTC(year, month, 0))];
  const days = await metricDays(cx.db, { serverId, first: dayOf(first), last: dayOf(last) });
  return days.map(({ day, buckets }) => ({ day: new Date(`${day}T00:00:00Z`), packed: buckets })).reverse();
}
