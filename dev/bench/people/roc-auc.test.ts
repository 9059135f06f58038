import { expect, test } from 'vitest';
import { aucMargin, rocAuc } from './roc-auc.ts';

test('rocAuc is 0.5 for indistinguishable samples, and 0 or 1 for separate ones', () => {
  expect(rocAuc([1, 2, 3], [1, 2, 3])).toBe(0.5);
  expect(rocAuc([7, 7], [7])).toBe(0.5);
  expect(rocAuc([4, 5], [1, 2, 3])).toBe(1);
  expect(rocAuc([1, 2], [3, 4, 5])).toBe(0);
  expect(rocAuc([1, 4], [2, 3])).toBe(0.5);
  expect(rocAuc([2, 4], [1, 3])).toBe(0.75);
});

test('the margin of chance for a thousand samples each is below 0.026', () => {
  expect(aucMargin(1_000, 1_000)).toBeCloseTo(0.0253, 3);
});
