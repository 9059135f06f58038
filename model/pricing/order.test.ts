import { expect, test } from 'vitest';
import { priceLine, sumLines } from './order.ts';

test('VAT is rounded half-up once per line, and the order is the sum of its lines', () => {
  // 3 x 3.35 at 21 %: 10.05 net, 2.1105 VAT.
  const line = priceLine(335n, 3, 2100);
  expect(line).toEqual({ net: 1005n, vat: 211n, gross: 1216n });
  expect(sumLines([line, line])).toEqual({ net: 2010n, vat: 422n, gross: 2432n });
});

test('half a cent rounds up', () => {
  expect(priceLine(50n, 1, 2100).vat).toBe(11n);
  expect(priceLine(250n, 1, 2200).vat).toBe(55n);
});

test('an order without lines is free', () => {
  expect(sumLines([])).toEqual({ net: 0n, vat: 0n, gross: 0n });
});
