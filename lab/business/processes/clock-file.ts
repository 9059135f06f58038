/** The clock of a business simulation as a file, so that other processes immediately read the same time. */
import fs from 'node:fs';
import type { Clock } from '@innkeeper/model/time/clock';
import type { StillClock } from '../still-clock.ts';

/** Digits of a time in milliseconds until the year 2286, so that each write replaces the whole text. */
const DIGITS = 13;

/** Returns the same clock, which also writes its time to the file. */
export function writingClock(file: string, clock: StillClock): StillClock {
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

/** Opens a clock that reads its time from the file. */
export function openClockFile(file: string): Clock {
  const fd = fs.openSync(file, 'r');
  const text = Buffer.alloc(DIGITS);
  return {
    now() {
      fs.readSync(fd, text, 0, DIGITS, 0);
      return new Date(Number(text.toString('latin1')));
    },
  };
}
