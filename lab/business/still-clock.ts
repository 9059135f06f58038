/** Clocks of a history: time passes by decision only, so that the same seed sees the same times. */
import type { Database } from '@innkeeper/db/schema';
import type { Clock } from '@innkeeper/model/clock';
import type { Kysely, KyselyPlugin } from 'kysely';

export interface StillClock extends Clock {
  pass(ms: number): void;
}

export function stillClock(from: Date): StillClock {
  let at = from.getTime();
  return {
    now: () => new Date(at),
    pass: (ms) => {
      at += ms;
    },
  };
}

/** The hands of a process that can be killed: its clock and its database. */
export interface Mortal {
  clock: Clock;
  db: Kysely<Database>;
  /** From the n-th use of them on nothing answers any more, as if the process had been killed there: what it had not committed is gone. */
  dieAt(use: number): void;
  /** Another process starts. Returns whether the last one had died. */
  revive(): boolean;
}

export function mortalOf(clock: Clock, db: Kysely<Database>): Mortal {
  let left = Number.POSITIVE_INFINITY;
  const use = () => {
    left -= 1;
    if (left <= 0) throw new Error('killed');
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      use();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    clock: {
      now() {
        use();
        return clock.now();
      },
    },
    db: db.withPlugin(plugin),
    dieAt: (nth) => {
      left = nth;
    },
    revive() {
      const died = left <= 0;
      left = Number.POSITIVE_INFINITY;
      return died;
    },
  };
}
