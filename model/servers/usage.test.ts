import { expect, test } from 'vitest';
import { counterIncrease, cpuPercent, cycleStart } from './usage.ts';

const look = (second: number, cpuSeconds: number) => ({
  at: new Date(second * 1000),
  cpuSeconds,
});

test('a decreased counter was reset, so nothing is lost or counted twice', () => {
  expect(counterIncrease(100n, 150n)).toBe(50n);
  expect(counterIncrease(100n, 30n)).toBe(30n);
});

test('the CPU share is over all vCPUs and never above 100', () => {
  expect(cpuPercent(look(0, 10), look(10, 15), 1)).toBe(50);
  expect(cpuPercent(look(0, 10), look(10, 15), 2)).toBe(25);
  expect(cpuPercent(look(0, 10), look(1, 15), 1)).toBe(100);
});

test('without a previous sample, or across a restart, the share is not estimated', () => {
  expect(cpuPercent(undefined, look(10, 15), 1)).toBe(0);
  expect(cpuPercent(look(0, 10), look(10, 1), 1)).toBe(0);
  expect(cpuPercent(look(5, 10), look(5, 11), 1)).toBe(0);
});

test.each([
  ['2026-01-15T14:30:00Z', '2026-01-15T14:30:00Z', '2026-01-15'],
  ['2026-01-15T14:30:00Z', '2026-02-14T23:59:59Z', '2026-01-15'],
  ['2026-01-15T14:30:00Z', '2026-02-15T00:00:00Z', '2026-02-15'],
  ['2025-12-31T23:59:59Z', '2026-02-27T23:59:59Z', '2026-01-31'],
  ['2025-12-31T23:59:59Z', '2026-02-28T00:00:00Z', '2026-02-28'],
  ['2025-12-31T23:59:59Z', '2026-03-30T12:00:00Z', '2026-02-28'],
  ['2025-12-31T23:59:59Z', '2028-02-29T00:00:00Z', '2028-02-29'],
])('of a server activated at %s, the cycle of %s starts on %s', (activated, at, day) => {
  const server = { activated_at: new Date(activated), created_at: new Date('2020-01-01') };
  expect(cycleStart(server, new Date(at)).toISOString()).toBe(`${day}T00:00:00.000Z`);
});
