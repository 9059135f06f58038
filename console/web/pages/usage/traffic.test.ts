import { expect, it } from 'vitest';
import { endOfCycle, forecastTraffic } from './traffic.ts';

it('ends a cycle one month later, also in a short month', () => {
  expect(endOfCycle(new Date('2026-11-26T00:00:00Z')).toISOString()).toBe('2026-12-26T00:00:00.000Z');
  expect(endOfCycle(new Date('2027-01-31T00:00:00Z')).toISOString()).toBe('2027-02-28T00:00:00.000Z');
  expect(endOfCycle(new Date('2028-01-31T00:00:00Z')).toISOString()).toBe('2028-02-29T00:00:00.000Z');
});

it('forecasts by the rate so far', () => {
  const start = Date.parse('2026-11-01T00:00:00Z');
  const usage = { used: 100, limit: 250, daily_usage: [{ timestamp: start / 1000 }] };
  expect(forecastTraffic(usage, start + 10 * 86_400_000)).toEqual({ gb: 300, isOver: true });
  expect(forecastTraffic({ ...usage, limit: 0 }, start + 10 * 86_400_000)).toEqual({ gb: 300, isOver: false });
});

it('forecasts nothing on the first day, and never less than the used traffic', () => {
  const start = Date.parse('2026-11-01T00:00:00Z');
  const usage = { used: 100, limit: 250, daily_usage: [{ timestamp: start / 1000 }] };
  expect(forecastTraffic(usage, start + 3_600_000)).toBeUndefined();
  expect(forecastTraffic({ ...usage, daily_usage: [] }, start)).toBeUndefined();
  expect(forecastTraffic(usage, start + 40 * 86_400_000)?.gb).toBe(100);
});
