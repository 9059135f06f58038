/** What runs on a clock. Every process tries; the row locks that a sweep takes keep two from doing the same work. */
import type { JobActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { hours, minutes, seconds } from '@innkeeper/model/clock';
import { BEAT_EVERY_MS } from '@innkeeper/model/outage';
import { expireCopies } from './expire-copies.ts';
import { expireOrders } from './expire-orders.ts';
import { recordHeartbeat } from './heartbeat.ts';
import { limitBandwidth } from './limit-bandwidth.ts';
import { purgeConsoleTickets } from './purge-console-tickets.ts';
import { purgeEvents } from './purge-events.ts';
import { purgeIdempotencyKeys } from './purge-idempotency-keys.ts';
import { purgeMetrics } from './purge-metrics.ts';
import { weeklyBackups } from './weekly-backups.ts';

/** What a job gets: its actor has its name. */
export type JobContext = Cx<JobActor>;

export interface JobsOptions extends Pick<Cx, 'db' | 'clock' | 'settings'> {
  log: { error(fields: object, message: string): void };
}

interface Sweep {
  name: string;
  everyMs: number;
  run: (cx: JobContext) => Promise<unknown>;
}

/** What each service does on its clock. */
const SWEEPS: Record<'api' | 'worker', readonly Sweep[]> = {
  // By the API itself: customers can do something as long as it is there, whatever the worker does.
  api: [{ name: 'heartbeat', everyMs: BEAT_EVERY_MS, run: recordHeartbeat }],
  worker: [
    { name: 'expire-orders', everyMs: minutes(1), run: expireOrders },
    { name: 'purge-idempotency-keys', everyMs: minutes(5), run: purgeIdempotencyKeys },
    { name: 'weekly-backups', everyMs: minutes(1), run: weeklyBackups },
    { name: 'expire-copies', everyMs: hours(1), run: expireCopies },
    { name: 'limit-bandwidth', everyMs: seconds(30), run: limitBandwidth },
    { name: 'purge-metrics', everyMs: hours(1), run: purgeMetrics },
    { name: 'purge-events', everyMs: hours(1), run: purgeEvents },
    { name: 'purge-console-tickets', everyMs: hours(1), run: purgeConsoleTickets },
  ],
};

export function jobNamed(name: string): JobActor {
  return { kind: 'job', name, accountId: null, userId: null };
}

/** Runs every sweep of a service now and then on its clock, until stopped. */
export function startJobs(service: keyof typeof SWEEPS, { log, ...shared }: JobsOptions): { stop(): Promise<void> } {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  for (const sweep of SWEEPS[service]) schedule(sweep, 0);

  function schedule(sweep: Sweep, inMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run: Promise<void> = sweep
        .run({ ...shared, actor: jobNamed(sweep.name), requestId: null })
        .catch((error: unknown) => log.error({ err: error }, `sweep ${sweep.name} failed`))
        .then(() => {
          running.delete(run);
          if (!stopped) schedule(sweep, sweep.everyMs);
        });
      running.add(run);
    }, inMs);
    timers.add(timer);
  }

  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
