import { describe, expect, test } from 'vitest';
import { minutes, seconds } from '../time/clock.ts';
import { crashReason, nextCrashStart } from './crash-starts.ts';

const crashed = new Date('2026-11-21T12:00:31Z');
const before = (ms: number) => new Date(crashed.getTime() - ms);
const pause = (starts: Date[]) => {
  const next = nextCrashStart(crashed, starts);
  return next && next.getTime() - crashed.getTime();
};

describe('a guest that crashed', () => {
  test('is started at once, then after growing pauses, at most three times', () => {
    expect(pause([])).toBe(0);
    expect(pause([before(seconds(20))])).toBe(seconds(30));
    expect(pause([before(seconds(80)), before(seconds(20))])).toBe(minutes(2));
    expect(pause([before(minutes(4)), before(minutes(3)), before(seconds(20))])).toBeNull();
  });

  test('starts afresh when the last start is ten minutes ago', () => {
    expect(pause([before(minutes(12)), before(minutes(11)), before(minutes(10))])).toBe(0);
  });

  test('has a message for its owner', () => {
    expect(crashReason(crashed, [])).toBe('The server crashed at 2026-11-21 12:00 UTC and is being started again.');
    const often = crashReason(crashed, [before(minutes(4)), before(minutes(3)), before(seconds(20))]);
    expect(often).toMatch(/^The server crashed 4 times in 10 minutes, last at 2026-11-21 12:00 UTC, and stays off\./);
  });
});
