import { expect, test } from 'vitest';
import { decideMetricRange } from './metrics-range.ts';

const DAY = 86_400;
/** Midnight in UTC. */
const NOW = 20_000 * DAY;
const decide = (request: Parameters<typeof decideMetricRange>[0]) => decideMetricRange(request, NOW);

test.each([
  [1, 300],
  [2, 300],
  [3, 1_800],
  [12, 1_800],
  [13, 7_200],
  [50, 7_200],
  [51, 86_400],
  [400, 86_400],
])('%i days have steps of %i s', (days, step) => {
  expect(decide({ start: NOW - days * DAY })).toEqual({ from: NOW - days * DAY, until: NOW, step });
});

test('the default is a day, which starts with the bucket that contains the start', () => {
  expect(decide({})).toEqual({ from: NOW - DAY, until: NOW, step: 300 });
  expect(decide({ end: NOW - DAY + 1 })).toEqual({ from: NOW - 2 * DAY, until: NOW - DAY + 1, step: 300 });
  expect(decide({ start: NOW - DAY + 299, end: NOW })).toMatchObject({ from: NOW - DAY });
  expect(decide({ start: NOW - DAY + 5_000, step: 7_200 })).toMatchObject({ from: NOW - DAY, step: 7_200 });
  expect(decide({ end: 5 })).toEqual({ from: 0, until: 5, step: 300 });
});

test('too many buckets are refused at `step`, too many days at `start`', () => {
  const start = NOW - 2_000 * 300;
  expect(decide({ start, step: 300 })).toMatchObject({ from: start });
  expect(decide({ start: start - 1, step: 300 })).toEqual({ at: 'step', why: expect.stringContaining('2001 buckets') });
  expect(decide({ start: NOW - 400 * DAY - 1 })).toEqual({ at: 'start', why: expect.stringContaining('400 days') });
});

test('refuses a start after the end, also after the default end', () => {
  const refusal = { at: 'start', why: expect.stringContaining('after the end') };
  expect(decide({ start: NOW + DAY })).toEqual(refusal);
  expect(decide({ start: NOW + DAY, step: 300 })).toEqual(refusal);
  expect(decide({ start: NOW - DAY + 1, end: NOW - DAY })).toEqual(refusal);
  expect(decide({ start: NOW })).toEqual({ from: NOW, until: NOW, step: 300 });
});
