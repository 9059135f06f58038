import { expect, it } from 'vitest';
import { updateReader } from './limits.ts';

const TIMINGS = { stalledMs: 30_000, bytesPerSecond: 1_000 };
const reader = { read: 500, since: 100_000 };

it('a client that read any or all data since the last check gets the full time again', () => {
  expect(updateReader(reader, { unread: 0, read: 500, now: 200_000 }, TIMINGS)).toEqual({ read: 500, since: 200_000 });
  expect(updateReader(reader, { unread: 9_000, read: 501, now: 200_000 }, TIMINGS)).toEqual({ read: 501, since: 200_000 });
});

it('a client that reads nothing is stalled after a time that grows with its unread bytes', () => {
  expect(updateReader(reader, { unread: 9_000, read: 500, now: 139_000 }, TIMINGS)).toBe(reader);
  expect(updateReader(reader, { unread: 9_000, read: 500, now: 139_001 }, TIMINGS)).toBe('stalled');
});
