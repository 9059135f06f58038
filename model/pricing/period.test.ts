import { expect, test } from 'vitest';
import { addMonths } from './period.ts';

const iso = (from: string, months: number) => addMonths(new Date(from), months).toISOString();

test('a month later is the same day and time', () => {
  expect(iso('2026-03-15T10:20:30.400Z', 1)).toBe('2026-04-15T10:20:30.400Z');
  expect(iso('2026-11-15T00:00:00.000Z', 24)).toBe('2028-11-15T00:00:00.000Z');
});

test('a shorter month ends the period on its last day', () => {
  expect(iso('2026-01-31T12:00:00.000Z', 1)).toBe('2026-02-28T12:00:00.000Z');
  expect(iso('2028-01-31T12:00:00.000Z', 1)).toBe('2028-02-29T12:00:00.000Z');
  expect(iso('2026-08-31T12:00:00.000Z', 1)).toBe('2026-09-30T12:00:00.000Z');
});
