/** The clock of a history as a file, so that another process sees the same time at once. */
import fs from 'node:fs';
import type { Clock } from '@innkeeper/model/clock';
import type { StillClock } from '../still-clock.ts';

/** Digits of a time in milliseconds until the year 2286: each write replaces all of it. */
const DIGITS = 13;

/** The same clock, whose time stands in the file too. */
export function toldIn(file: string, clock: StillClock): StillClock {
  const fd = fs.openSync(file, 'w+');
  const tell = () => void fs.writeSync(fd, String(clock.now().getTime()), 0);
  tell();
  return {
    now: clock.now,
    pass(ms) {
      clock.pass(ms);
      tell();
    },
  };
}

export function clockOf(file: string): Clock {
  const fd = fs.openSync(file, 'r');
  const text = Buffer.alloc(DIGITS);
  return {
    now() {
      fs.readSync(fd, text, 0, DIGITS, 0);
      return new Date(Number(text.toString('latin1')));
    },
  };
}
