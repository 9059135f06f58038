import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PaidDiscount, paidChange, paidValueLeft } from './paid-value.ts';
import { boundary } from './period.ts';
import { discountOf } from './promo.ts';
import { proratedChange } from './proration.ts';

const september = { anchor: new Date('2026-09-01T00:00:00Z'), months: 1, expiresAt: new Date('2026-10-01T00:00:00Z') };
const half: PaidDiscount[] = [{ net: '150', from: '2026-09-01T00:00:00Z', to: '2026-10-01T00:00:00Z' }];
const middle = new Date('2026-09-16T00:00:00Z');

test('a promo discount is not refunded', () => {
  // 3.00 per month at half price, with half a month left.
  expect(paidValueLeft(300n, half, september, middle)).toBe(75n);
  expect(paidChange({ ...september, from: 300n, to: 0n, now: middle }, half)).toEqual({
    net: -75n,
    discounts: expect.anything(),
  });
  // A third of the price remains, and a third of the discount.
  const smaller = paidChange({ ...september, from: 300n, to: 100n, now: middle }, half);
  expect(smaller).toEqual({ net: -50n, discounts: [{ net: '25', from: middle.toISOString(), to: '2026-10-01T00:00:00Z' }] });
});

test('a higher price costs the full difference, and the discount stays', () => {
  expect(paidChange({ ...september, from: 300n, to: 500n, now: middle }, half)).toEqual({ net: 100n, discounts: half });
});

test('a higher price costs the full difference even if the discount exceeds the remainder', () => {
  const more: PaidDiscount[] = [{ net: '400', from: '2026-09-01T00:00:00Z', to: '2026-10-01T00:00:00Z' }];
  expect(paidValueLeft(300n, more, september, middle)).toBe(0n);
  expect(paidChange({ ...september, from: 300n, to: 500n, now: middle }, more)).toEqual({ net: 100n, discounts: more });
});

test('ignores a discount for a past period', () => {
  const old = [{ net: '150', from: '2026-08-01T00:00:00Z', to: '2026-09-01T00:00:00Z' }];
  expect(paidValueLeft(300n, old, september, middle)).toBe(150n);
});

test('a service that was free has no refund after later changes either', () => {
  // If rounded separately, the rest would be worth a cent more than its discount.
  const january = { anchor: new Date('2024-01-01T00:00:00Z'), months: 1, expiresAt: new Date('2024-02-01T00:00:00Z') };
  const free = [{ net: '464627', from: '2024-01-01T00:00:00Z', to: '2024-02-01T00:00:00Z' }];
  const smaller = paidChange({ ...january, from: 464_627n, to: 464_616n, now: new Date('2024-01-04T11:57:34.761Z') }, free);
  const ended = paidChange({ ...january, from: 464_616n, to: 0n, now: new Date('2024-01-14T20:45:35.827Z') }, smaller.discounts);
  expect([smaller.net, ended.net]).toEqual([0n, 0n]);
});

const price = fc.bigInt(0n, 1_000_000n);
/** An integer fraction instead of a double: most generated doubles are close to 0. */
const part = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1_000_000);

test('any changes refund at most what was paid, and exactly the prorated amount without a code', () => {
  const anchor = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  const changes = fc.array(fc.tuple(price, part), { maxLength: 8 });
  fc.assert(
    fc.property(
      anchor,
      fc.constantFrom(1, 3, 12),
      price,
      fc.integer({ min: 0, max: 100 }),
      changes,
      (begin, months, first, percent, steps) => {
        const term = { anchor: begin, months, expiresAt: boundary(begin, months) };
        const off = discountOf(first, percent);
        const span = term.expiresAt.getTime() - begin.getTime();
        const at = steps.map(([to, where]) => ({ to, now: new Date(begin.getTime() + Math.floor(where * span)) }));
        let discounts: PaidDiscount[] =
          off > 0n ? [{ net: String(off), from: begin.toISOString(), to: term.expiresAt.toISOString() }] : [];
        let [from, paid] = [first, first - off];
        for (const { to, now } of [...at.sort((a, b) => +a.now - +b.now), { to: 0n, now: term.expiresAt }]) {
          const change = paidChange({ ...term, from, to, now }, discounts);
          if (percent === 0) expect(change.net).toBe(proratedChange({ ...term, from, to, now }));
          paid += change.net;
          expect(paid).toBeGreaterThanOrEqual(0n);
          ({ discounts } = change);
          from = to;
        }
      },
    ),
  );
});
