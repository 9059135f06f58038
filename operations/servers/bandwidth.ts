import type { Server } from '@innkeeper/db/schema';
import { moreTraffic } from '@innkeeper/db/tables/addons';
import { currentUsage, dayOf, trafficDays } from '@innkeeper/db/tables/metrics';
import type { Cx } from '@innkeeper/domain/context';
import { trafficLimit } from '@innkeeper/model/addons';
import { days } from '@innkeeper/model/clock';
import { invalid } from '@innkeeper/model/failures';
import { cycleStart } from '@innkeeper/model/usage';
import type { BandwidthUse } from '@innkeeper/present/server-usage';

export interface GetServerBandwidth {
  server: Server;
  /** Unix seconds, by default the start of the traffic cycle. The result contains days that begin at or after this time. */
  start?: number | null | undefined;
  /** Unix seconds, by default now. The result contains days that begin at or before this time. */
  end?: number | null | undefined;
}

/** Returns the traffic of a server. Throws `validation` if the range ends before it starts. */
export async function getServerBandwidth(cx: Cx, input: GetServerBandwidth): Promise<BandwidthUse> {
  const { server } = input;
  const now = cx.clock.now();
  const cycle = cycleStart(server, now);
  const start = input.start == null ? cycle : new Date(input.start * 1000);
  const end = input.end == null ? now : new Date(input.end * 1000);
  if (input.start != null && input.end != null && end < start) throw invalid('filter[end]', 'Must not be before filter[start].');
  const use = await currentUsage(cx.db, server.id);
  const first = firstDay(Math.max(start.getTime(), midnight(server.created_at)));
  const last = Math.min(end.getTime(), (server.ended_at ?? now).getTime());
  return {
    limitTb: trafficLimit(server.bandwidth_tb, await moreTraffic(cx.db, server.id)),
    cycleBytes: use?.cycle_began_at.getTime() === cycle.getTime() ? use.cycle_bytes : 0n,
    days: first > last ? [] : await daysBetween(cx, server.id, first, last),
  };
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
