import { expect, it } from 'vitest';
import { judgeReader } from './limits.ts';

const TIMINGS = { stalledMs: 30_000, bytesPerSecond: 1_000 };
const reader = { read: 500, since: 100_000 };

it('a client that has read everything, or something, since the last check gets the full time again', () => {
  expect(judgeReader(reader, { unread: 0, read: 500, now: 200_000 }, TIMINGS)).toEqual({ read: 500, since: 200_000 });
  expect(judgeReader(reader, { unread: 9_000, read: 501, now: 200_000 }, TIMINGS)).toEqual({ read: 501, since: 200_000 });
});

it('one that takes nothing has the time of what waits for it, and then no more', () => {
  expect(judgeReader(reader, { unread: 9_000, read: 500, now: 139_000 }, TIMINGS)).toBe(reader);
  expect(judgeReader(reader, { unread: 9_000, read: 500, now: 139_001 }, TIMINGS)).toBe('stalled');
});
