import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sparseReport } from './sparse-report.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first event is reported at once, and a flood once a minute with its number', () => {
  const lines: string[] = [];
  const report = sparseReport<string>((latest, times) => lines.push(`${latest} ${times}`));
  for (const event of ['a', 'b', 'c']) report(event);
  expect(lines).toEqual(['a 1']);
  vi.advanceTimersByTime(60_000);
  report('d');
  report('e');
  expect(lines).toEqual(['a 1', 'd 3']);
});
