/** Gauges of both the API and the worker: release, event loop and connection pools. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { OpenDatabase } from '@innkeeper/db/connect';
import type { Telemetry } from '@innkeeper/model/installation/telemetry';
import project from '../package.json' with { type: 'json' };

type Process = 'api' | 'worker';

/** Timer interval of Node's delay measurement. Measured delays include this interval. */
const RESOLUTION_MS = 20;
const PERCENTILES = [50, 90, 99, 100];

/** Registers the release and the event loop delay. Each scrape starts a new measurement of the delay. */
export function addProcessGauges(telemetry: Telemetry, process: Process): void {
  telemetry.gauge('build_info', () => [{ labels: { release: project.version, process }, value: 1 }]);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  telemetry.gauge('event_loop_delay_seconds', () => {
    if (delay.count === 0) return [];
    const samples = PERCENTILES.map((percentile) => ({
      labels: { process, percentile: String(percentile) },
      value: Math.max(0, delay.percentile(percentile) / 1e9 - RESOLUTION_MS / 1000),
    }));
    delay.reset();
    return samples;
  });
}

/** Registers a connection pool. `process` is its process, or `staff` for the staff connections of the API. */
export function addPoolGauge(telemetry: Telemetry, process: Process | 'staff', pool: OpenDatabase['pool']): void {
  telemetry.gauge('database_connections', () => [
    { labels: { process, state: 'used' }, value: pool.totalCount - pool.idleCount },
    { labels: { process, state: 'idle' }, value: pool.idleCount },
    { labels: { process, state: 'waiting' }, value: pool.waitingCount },
  ]);
}
