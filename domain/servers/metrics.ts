import { dayOf, metricDays } from '@innkeeper/db/tables/metrics';
import { type Bucket, unpackDay } from '@innkeeper/model/metrics';
import type { Cx } from '../context.ts';
import { ownServer } from './own-server.ts';

export interface GetServerMetrics {
  server: number;
  /** 1 to 12; this month unless given. */
  month?: number | undefined;
  /** This year unless given. */
  year?: number | undefined;
}

/** The closed buckets of a calendar month (UTC), newest first. Throws `not_found`, `not_yours`. */
export async function getServerMetrics(cx: Cx, input: GetServerMetrics): Promise<Bucket[]> {
  const { id: serverId } = await ownServer(cx, input.server);
  const now = cx.clock.now();
  const { month = now.getUTCMonth() + 1, year = now.getUTCFullYear() } = input;
  const [first, last] = [new Date(Date.UTC(year, month - 1, 1)), new Date(Date.UTC(year, month, 0))];
  const days = await metricDays(cx.db, { serverId, first: dayOf(first), last: dayOf(last) });
  return days.flatMap(({ day, buckets }) => unpackDay(new Date(`${day}T00:00:00Z`), buckets)).reverse();
}
