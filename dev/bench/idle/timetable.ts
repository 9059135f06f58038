/** Simulates hours in a minute: on a simulated clock every job runs as often as in reality, one after the other. */
import type { NodeContext, WorkerContext } from '@innkeeper/jobs/job';
import { buildSchedule, type ScheduledTask, type Track } from '@innkeeper/jobs/start';
import { NO_ATTACHMENTS } from '@innkeeper/lab/given-tickets';
import type { Clock } from '@innkeeper/model/time/clock';

type Everything = NodeContext & WorkerContext;
type Shared = Omit<Everything, 'actor' | 'requestId' | 'clock'>;

interface Due extends ScheduledTask {
  at: number;
}

export interface MovedClock extends Clock {
  /** Sets the current time. The clock continues from there. */
  setTo(at: number): void;
}

/**
 * Returns a function that advances the time to a given moment. It also runs the API's jobs, because the worker skips half of its own while
 * the API is away.
 */
export function openTimetable(shared: Shared, clock: MovedClock): (until: Date) => Promise<void> {
  const began = clock.now().getTime();
  const found: Promise<unknown>[] = [];
  const track: Track = async (_name, act) => {
    const run = act();
    found.push(run);
    await run;
  };
  const of = { ...shared, clock, attachments: NO_ATTACHMENTS };
  const due: Due[] = [
    ...buildSchedule('api', of, track),
    ...buildSchedule('worker', of, track),
    ...buildSchedule('node', of, track),
  ].map((entry) => ({ ...entry, at: began }));
  return async (until) => {
    for (;;) {
      const next = due.reduce((first, one) => (one.at < first.at ? one : first));
      if (next.at >= until.getTime()) break;
      clock.setTo(next.at);
      await next.run();
      await Promise.all(found.splice(0));
      next.at += next.everyMs;
    }
    clock.setTo(until.getTime());
  };
}
