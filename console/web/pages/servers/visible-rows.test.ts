import { expect, it } from 'vitest';
import { visibleRows } from './visible-rows.ts';

it('renders visible rows and some above and below, in steps of eight', () => {
  expect(visibleRows(0, 400, 40, 10_000)).toEqual({ from: 0, to: 34 });
  expect(visibleRows(4_000, 400, 40, 10_000)).toEqual({ from: 88, to: 122 });
  expect(visibleRows(4_000 + 7 * 40, 400, 40, 10_000)).toEqual({ from: 96, to: 130 });
});

it('covers the visible rows at each scroll position, up to the end of the list', () => {
  for (let top = 0; top <= 10_000 * 40 - 400; top += 997) {
    const { from, to } = visibleRows(top, 400, 40, 10_000);
    expect(from * 40).toBeLessThanOrEqual(top);
    expect(to * 40).toBeGreaterThanOrEqual(Math.min(top + 400, 10_000 * 40));
  }
});

it('never goes beyond the last row', () => {
  expect(visibleRows(0, 400, 40, 3)).toEqual({ from: 0, to: 3 });
});
