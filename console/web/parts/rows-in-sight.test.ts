import { expect, it } from 'vitest';
import { rowsInSight } from './rows-in-sight.ts';

it('renders the rows in sight and some beside them, in steps of eight', () => {
  expect(rowsInSight(0, 400, 40, 10_000)).toEqual({ from: 0, to: 34 });
  expect(rowsInSight(4_000, 400, 40, 10_000)).toEqual({ from: 88, to: 122 });
  expect(rowsInSight(4_000 + 7 * 40, 400, 40, 10_000)).toEqual({ from: 96, to: 130 });
});

it('shows every row at the end of the list', () => {
  for (let top = 0; top <= 10_000 * 40 - 400; top += 997) {
    const { from, to } = rowsInSight(top, 400, 40, 10_000);
    expect(from * 40).toBeLessThanOrEqual(top);
    expect(to * 40).toBeGreaterThanOrEqual(Math.min(top + 400, 10_000 * 40));
  }
});

it('never goes beyond the rows that there are', () => {
  expect(rowsInSight(0, 400, 40, 3)).toEqual({ from: 0, to: 3 });
});
