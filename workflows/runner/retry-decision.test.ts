import { describe, expect, test } from 'vitest';
import { PACE, UNDO_ATTEMPTS } from './poll-interval.ts';
import { afterFailedStep, afterFailedUndo, attemptLimitMs } from './retry-decision.ts';

const failed = { attempts: 1, allowed: 3, elapsed: 0, deadlineMs: 60_000, final: false };

describe('a failed step', () => {
  test('is tried again while attempts and time are left', () => {
    expect(afterFailedStep(failed, PACE, 0)).toEqual({ kind: 'retry', inMs: PACE.retryBaseMs / 2 });
  });
  test.each([
    ['its attempts are spent', { attempts: 3 }],
    ['its deadline is over', { elapsed: 60_000 }],
    ['it says that trying again can not help', { final: true }],
  ])('goes back when %s', (_why, change) => {
    expect(afterFailedStep({ ...failed, ...change }, PACE, 0)).toEqual({ kind: 'back' });
  });
  test('waits no longer than its deadline', () => {
    expect(afterFailedStep({ ...failed, elapsed: 59_990 }, PACE, 1)).toEqual({ kind: 'retry', inMs: 10 });
  });
});

describe('a failed undo', () => {
  test('is tried for ever, slowly once it is stuck, and told once', () => {
    const all = Array.from({ length: 20 }, (_, i) => afterFailedUndo(i + 1, PACE, 0));
    expect(all.map((verdict) => verdict.stuck)).toEqual(all.map((_, i) => i + 1 >= UNDO_ATTEMPTS));
    expect(all.filter((verdict) => verdict.tell)).toHaveLength(1);
    expect(all.at(-1)?.inMs).toBe(PACE.stuckMs);
  });
});

describe('the time of an attempt', () => {
  test.each([
    [0, 60_000, 60_000],
    [50_000, 60_000, 10_000],
    [59_999, 60_000, PACE.lastLookMs],
    // After an outage of an hour the step is not condemned unseen.
    [3_600_000, 60_000, PACE.lastLookMs],
    [0, 100, 100],
  ])('after %d ms of %d ms is %d ms', (elapsed, deadline, limit) => {
    expect(attemptLimitMs(elapsed, deadline, PACE)).toBe(limit);
  });
});
