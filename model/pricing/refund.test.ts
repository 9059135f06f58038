import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateRefund, type RefundableLine } from './refund.ts';

const line = (id: number, net: bigint, vat: bigint): RefundableLine => ({
  ...{ id, order_id: id * 10, net, vat, refunded_net: 0n, refunded_vat: 0n },
});

test('the latest line is refunded first, each at the VAT that it bore', () => {
  expect(allocateRefund([line(2, 100n, 19n), line(1, 200n, 40n)], 150n)).toEqual([
    { order_id: 20, line_id: 2, net: 100n, vat: 19n },
    { order_id: 10, line_id: 1, net: 50n, vat: 10n },
  ]);
});

test('nothing is refunded that was not paid', () => {
  expect(allocateRefund([line(1, 30n, 6n)], 50n)).toEqual([{ order_id: 10, line_id: 1, net: 30n, vat: 6n }]);
  expect(allocateRefund([line(1, 0n, 0n)], 50n)).toEqual([]);
  expect(allocateRefund([line(1, 30n, 6n)], 0n)).toEqual([]);
});

test('in however many parts, a line refunds what it took and no cent more', () => {
  const amounts = fc.record({ net: fc.bigInt(1n, 100_000n), vat: fc.bigInt(0n, 30_000n) });
  fc.assert(
    fc.property(
      fc.array(amounts, { minLength: 1, maxLength: 4 }),
      fc.array(fc.bigInt(0n, 30_000n), { maxLength: 20 }),
      (paid, cuts) => {
        const lines = paid.map(({ net, vat }, i) => line(i + 1, net, vat));
        const sum = (of: 'net' | 'vat') => lines.reduce((all, one) => all + one[of], 0n);
        for (const cut of [...cuts, sum('net')])
          for (const part of allocateRefund(lines, cut)) {
            expect(part.vat).toBeGreaterThanOrEqual(0n);
            const one = lines[part.line_id - 1] as RefundableLine;
            one.refunded_net += part.net;
            one.refunded_vat += part.vat;
          }
        expect(lines.map(({ refunded_net, refunded_vat }) => [refunded_net, refunded_vat])).toEqual(
          lines.map(({ net, vat }) => [net, vat]),
        );
      },
    ),
  );
});
