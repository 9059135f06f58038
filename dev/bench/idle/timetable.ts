/** Lets hours pass in a minute: on a clock that is moved, every job runs as often as it would, one after the other. */
import type { NodeContext, WorkerContext } from '@innkeeper/jobs/job';
import { type Entry, type Track, timetable } from '@innkeeper/jobs/start';
import { NO_ATTACHMENTS } from '@innkeeper/lab/given-tickets';
import type { Clock } from '@innkeeper/model/clock';

type Everything = NodeContext & WorkerContext;
type Shared = Omit<Everything, 'actor' | 'requestId' | 'clock'>;

interface Due extends Entry {
  at: number;
}

export interface MovedClock extends Clock {
  /** From now on it is then, and goes on from there. */
  setTo(at: number): void;
}

/** Those of the API too: while it is away the worker leaves half of its jobs undone. Returns what lets time pass until a moment. */
export function openTimetable(shared: Shared, clock: MovedClock): (until: Date) => Promise<void> {
  const began = clock.now().getTime();
  const found: Promise<unknown>[] = [];
  const track: Track = async (_name, act) => {
    const run = act();
    found.push(run);
    await run;
  };
  const of = { ...shared, clock, attachments: NO_ATTACHMENTS };
  const due: Due[] = [...timetable('api', of, track), ...timetable('worker', of, track), ...timetable('node', of, track)].map(
    (entry) => ({ ...entry, at: began }),
  );
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
