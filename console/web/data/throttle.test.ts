import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs a single request after the delay, and repeated requests once per interval', () => {
  const done: number[] = [];
  const began = performance.now();
  const ask = throttle(() => done.push(Math.round(performance.now() - began)), { delayMs: 16, intervalMs: 200 });
  ask();
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual([16]);
  for (let at = 0; at < 1_000; at += 20) {
    ask();
    vi.advanceTimersByTime(20);
  }
  expect(done).toEqual([16, 1_016, 1_216, 1_416, 1_616, 1_816]);
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual([16, 1_016, 1_216, 1_416, 1_616, 1_816, 2_016]);
});
