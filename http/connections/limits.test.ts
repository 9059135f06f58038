import { expect, it } from 'vitest';
import { lookAt } from './limits.ts';

const PACE = { stalledMs: 30_000, bytesPerSecond: 1_000 };
const reader = { taken: 500, since: 100_000 };

it('a client that has taken all, or something, since the last look begins anew', () => {
  expect(lookAt(reader, { waiting: 0, taken: 500, now: 200_000 }, PACE)).toEqual({ taken: 500, since: 200_000 });
  expect(lookAt(reader, { waiting: 9_000, taken: 501, now: 200_000 }, PACE)).toEqual({ taken: 501, since: 200_000 });
});

it('one that takes nothing has the time of what waits for it, and then no more', () => {
  expect(lookAt(reader, { waiting: 9_000, taken: 500, now: 139_000 }, PACE)).toBe(reader);
  expect(lookAt(reader, { waiting: 9_000, taken: 500, now: 139_001 }, PACE)).toBe('stalled');
});
