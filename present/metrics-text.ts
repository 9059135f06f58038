import { setImmediate as turn } from 'node:timers/promises';
import { averageBuckets, type Bucket, unpackDay } from '@innkeeper/model/servers/metrics';
import type { MetricRange } from '@innkeeper/model/servers/metrics-range';
import { presentMetric } from './server-usage.ts';

/** Closed buckets of a day as stored (model/servers/metrics.ts). */
export interface MetricsDay {
  /** Midnight in UTC. */
  day: Date;
  packed: Buffer;
}

export interface Metrics {
  range: MetricRange;
  /** Newest first. */
  days: MetricsDay[];
}

/**
 * Writes the buckets of a range as JSON, newest first. A month has 8 928 buckets and 1.2 MB. Formatting them in one go would block other
 * requests for 30 ms. The text is therefore written directly from the packed days, and other requests run after each day.
 */
export async function metricsText({ range: { from, until, step }, days }: Metrics): Promise<string> {
  const parts: string[] = [];
  for (const { day, packed } of days) {
    const samples = unpackDay(day, packed).filter(({ at }) => at.getTime() >= from * 1000 && at.getTime() < until * 1000);
    for (const bucket of averageBuckets(samples, step).reverse()) parts.push(textOf(bucket));
    await turn();
  }
  return `{"data":[${parts.join(',')}]}`;
}

/** Formats a bucket as the schema of the reply requires. All numbers are finite, because they come from 25 packed bytes. */
function textOf(bucket: Bucket): string {
  const { timestamp, running, cpu, network_in, network_out, disk, io_read, io_write } = presentMetric(bucket);
  return `{"timestamp":${timestamp},"running":${running},"cpu":${cpu},"network_in":${network_in},"network_out":${network_out},"disk":${disk},"io_read":${io_read},"io_write":${io_write}}`;
}
