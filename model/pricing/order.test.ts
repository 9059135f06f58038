import { expect, test } from 'vitest';
import { sumLines } from './order.ts';

test('an order is the sum of its lines', () => {
  const line = { net: 1005n, vat: 211n, gross: 1216n };
  expect(sumLines([line, line])).toEqual({ net: 2010n, vat: 422n, gross: 2432n });
});

test('an order without lines is free', () => {
  expect(sumLines([])).toEqual({ net: 0n, vat: 0n, gross: 0n });
});
