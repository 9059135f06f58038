import type { Clock } from '@innkeeper/model/time/clock';

/** The system clock, which a test can move forward. */
export interface MovingClock extends Clock {
  pass(ms: number): void;
}

export function movingClock(): MovingClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    pass: (ms) => {
      ahead += ms;
    },
  };
}
