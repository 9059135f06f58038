import { expect, test } from 'vitest';
import { byChance, tellingApart } from './telling-apart.ts';

test('0.5 where nothing tells them apart, and 0 and 1 where everything does', () => {
  expect(tellingApart([1, 2, 3], [1, 2, 3])).toBe(0.5);
  expect(tellingApart([7, 7], [7])).toBe(0.5);
  expect(tellingApart([4, 5], [1, 2, 3])).toBe(1);
  expect(tellingApart([1, 2], [3, 4, 5])).toBe(0);
  expect(tellingApart([1, 4], [2, 3])).toBe(0.5);
  expect(tellingApart([2, 4], [1, 3])).toBe(0.75);
});

test('a thousand each lie within 0.026 by chance', () => {
  expect(byChance(1_000, 1_000)).toBeCloseTo(0.0253, 3);
});
