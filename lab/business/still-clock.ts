/** Clocks of a business simulation. Time passes only by explicit steps, so that the same seed produces the same times. */
import type { Database } from '@innkeeper/db/schema';
import type { Clock } from '@innkeeper/model/time/clock';
import type { Kysely, KyselyPlugin } from 'kysely';

export interface StillClock extends Clock {
  pass(ms: number): void;
}

/** Returns a clock that starts at `from` and moves only by `pass`. */
export function stillClock(from: Date): StillClock {
  let at = from.getTime();
  return {
    now: () => new Date(at),
    pass: (ms) => {
      at += ms;
    },
  };
}

/** Clock and database of a process that can be killed. */
export interface KillableProcess {
  clock: Clock;
  db: Kysely<Database>;
  /**
   * Makes the `use`-th use and all later ones throw, as if the process had been killed. A use is a query or a reading of the clock.
   * Uncommitted changes are lost.
   */
  dieAt(use: number): void;
  /** Ends the simulated kill, as if the process had been restarted. Returns whether the process had been killed. */
  revive(): boolean;
}

/** Wraps a clock and a database so that both can simulate the kill of their process. */
export function makeKillable(clock: Clock, db: Kysely<Database>): KillableProcess {
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
