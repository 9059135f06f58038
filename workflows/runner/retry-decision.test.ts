import { describe, expect, test } from 'vitest';
import { afterFailedStep, afterFailedUndo, attemptLimitMs } from './retry-decision.ts';
import { TIMINGS, UNDO_ATTEMPTS } from './timings.ts';

const failed = { attempts: 1, allowed: 3, elapsed: 0, deadlineMs: 60_000, final: false };

describe('a failed step', () => {
  test('is retried while attempts and time are left', () => {
    expect(afterFailedStep(failed, TIMINGS, 0)).toEqual({ kind: 'retry', inMs: TIMINGS.retryBaseMs / 2 });
  });
  test.each([
    ['its attempts are spent', { attempts: 3 }],
    ['its deadline is over', { elapsed: 60_000 }],
    ['it says that trying again can not help', { final: true }],
  ])('rolls back if %s', (_why, change) => {
    expect(afterFailedStep({ ...failed, ...change }, TIMINGS, 0)).toEqual({ kind: 'roll-back' });
  });
  test('waits no longer than until its deadline', () => {
    expect(afterFailedStep({ ...failed, elapsed: 59_990 }, TIMINGS, 1)).toEqual({ kind: 'retry', inMs: 10 });
  });
});

describe('a failed undo', () => {
  test('is retried indefinitely, slowly once it is stuck, with one alert', () => {
    const all = Array.from({ length: 20 }, (_, i) => afterFailedUndo(i + 1, TIMINGS, 0));
    expect(all.map((decision) => decision.stuck)).toEqual(all.map((_, i) => i + 1 >= UNDO_ATTEMPTS));
    expect(all.filter((decision) => decision.becameStuck)).toHaveLength(1);
    expect(all.at(-1)?.inMs).toBe(TIMINGS.stuckMs);
  });
});

describe('the time limit of an attempt', () => {
  test.each([
    [0, 60_000, 60_000],
    [50_000, 60_000, 10_000],
    [59_999, 60_000, TIMINGS.lastLookMs],
    // After an outage of an hour the step still gets one attempt.
    [3_600_000, 60_000, TIMINGS.lastLookMs],
    [0, 100, 100],
  ])('after %d ms of %d ms is %d ms', (elapsed, deadline, limit) => {
    expect(attemptLimitMs(elapsed, deadline, TIMINGS)).toBe(limit);
  });
});
