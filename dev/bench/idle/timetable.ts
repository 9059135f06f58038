/** Lets hours pass in a minute: on a clock that is moved, every job runs as often as it would, one after the other. */
import { type Job, jobNamed, type NodeContext, type WorkerContext } from '@innkeeper/jobs/job';
import { JOBS } from '@innkeeper/jobs/jobs';
import type { Clock } from '@innkeeper/model/clock';

type Everything = NodeContext & WorkerContext;
type Shared = Omit<Everything, 'actor' | 'requestId' | 'clock'>;

interface Due {
  name: string;
  at: number;
  everyMs: number;
  run(): Promise<unknown>;
}

export interface MovedClock extends Clock {
  /** From now on it is then, and goes on from there. */
  setTo(at: number): void;
}

/** Those of the API too: while it is away the worker leaves half of its jobs undone. Returns what lets time pass until a moment. */
export function openTimetable(shared: Shared, clock: MovedClock): (until: Date) => Promise<void> {
  const began = clock.now().getTime();
  const jobs: readonly Job<Everything>[] = [...JOBS.api, ...JOBS.worker, ...JOBS.node];
  const due: Due[] = jobs.map(({ name, everyMs, run }) => ({
    name,
    at: began,
    everyMs,
    run: () => run({ ...shared, clock, actor: jobNamed(name), requestId: null }),
  }));
  return async (until) => {
    for (;;) {
      const next = due.reduce((first, one) => (one.at < first.at ? one : first));
      if (next.at >= until.getTime()) break;
      clock.setTo(next.at);
      await next.run();
      next.at += next.everyMs;
    }
    clock.setTo(until.getTime());
  };
}
