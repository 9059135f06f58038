import { expect, test } from 'vitest';
import { advanced, cpuPercent, cycleStart } from './usage.ts';

const look = (second: number, cpuSeconds: number) => ({
  at: new Date(second * 1000),
  cpuSeconds,
});

test('a counter that fell has begun anew, so nothing is lost and nothing counted twice', () => {
  expect(advanced(100n, 150n)).toBe(50n);
  expect(advanced(100n, 30n)).toBe(30n);
});

test('the share of the CPU is over all vCPUs and never above 100', () => {
  expect(cpuPercent(look(0, 10), look(10, 15), 1)).toBe(50);
  expect(cpuPercent(look(0, 10), look(10, 15), 2)).toBe(25);
  expect(cpuPercent(look(0, 10), look(1, 15), 1)).toBe(100);
});

test('without a look before, and over a restart, the share is not guessed', () => {
  expect(cpuPercent(undefined, look(10, 15), 1)).toBe(0);
  expect(cpuPercent(look(0, 10), look(10, 1), 1)).toBe(0);
  expect(cpuPercent(look(5, 10), look(5, 11), 1)).toBe(0);
});

test('a cycle is a calendar month', () => {
  expect(cycleStart(new Date('2026-11-20T23:00:00Z')).toISOString()).toBe('2026-11-01T00:00:00.000Z');
});
