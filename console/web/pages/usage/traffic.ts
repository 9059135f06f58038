/** Forecasts the traffic of a cycle. Pure. */

const DAY_MS = 86_400_000;

export interface Forecast {
  /** Traffic in GB at the end of the cycle, at the current rate. */
  gb: number;
  isOver: boolean;
}

/** Returns the end of the cycle that started at `start`: a month later in UTC, or the last day of a shorter month. */
export function endOfCycle(start: Date): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  // 31 January plus a month is 3 March and not the end of February, so correct it.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** Returns a forecast, or `undefined` before the cycle is a day old. `limit`: GB, 0 for none. `now`: milliseconds. */
export function forecastTraffic(
  { used, limit, daily_usage }: { used: number; limit: number; daily_usage: readonly { timestamp: number }[] },
  now: number,
): Forecast | undefined {
  const first = daily_usage[0];
  if (first === undefined) return undefined;
  const start = first.timestamp * 1000;
  if (now - start < DAY_MS) return undefined;
  const share = (endOfCycle(new Date(start)).getTime() - start) / (now - start);
  const gb = used * Math.max(1, share);
  return { gb, isOver: limit > 0 && gb > limit };
}
