import { expect, it } from 'vitest';
import { type Figures, findMissedTargets, formatTable, percentile } from './report.ts';

const GOOD: Figures = {
  attack: 'a flood',
  by: 'one address',
  p50: 3,
  p99: 49,
  honest: 300,
  failed: 0,
  deploySeconds: 1.2,
  apiGrowth: 20,
  workerGrowth: 3,
  logMb: 0.1,
  turnedOver: 0,
  sent: 10_000,
  attackersCpu: 30,
  apiCpu: 20,
  databaseCpu: 10,
  elsewhereCpu: 5,
  note: '',
};

it('allows 50 ms or five times the p99 without attack, whichever is larger', () => {
  expect(findMissedTargets(GOOD, 5)).toEqual([]);
  expect(findMissedTargets({ ...GOOD, p99: 51 }, 5)).toEqual(['p99 51 ms, 50 at most']);
  expect(findMissedTargets({ ...GOOD, p99: 51 }, 11)).toEqual([]);
});

it.each([
  [{ failed: 1 }, '1 of 300 honest requests failed'],
  [{ deploySeconds: null }, 'a paid deploy took more than 15 s'],
  [{ deploySeconds: 10.1 }, 'a paid deploy took 10.1 s'],
  [{ apiGrowth: 151 }, 'the API grew by 151 MB'],
  [{ workerGrowth: 200 }, 'the worker grew by 200 MB'],
  [{ turnedOver: 2 }, '2 log files turned over'],
  [{ broken: ['2 alerts are open'] }, '2 alerts are open'],
])('reports a missed target for %j', (figures, words) => {
  expect(findMissedTargets({ ...GOOD, ...figures }, 5)).toEqual([words]);
  expect(formatTable([{ ...GOOD, ...figures }], 5)).toContain(words);
});

it('the table has a row for each attack', () => {
  expect(formatTable([GOOD], 5).split('\n')).toHaveLength(3);
  expect(formatTable([GOOD], 5)).toContain(
    '| a flood | one address | 3.0 / 49.0 | 9.8 | 1.2 | 20 / 3 | 0.10 | 10000 | 30 / 20 / 10 / 5 % | yes |',
  );
});

it('a percentile is one of the measured values', () => {
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
  expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5);
});
