import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';
import {
  changeSteps,
  explainLine,
  fixedStep,
  isExact,
  monthsStep,
  recompute,
  refundStep,
  remainderStep,
  renewalStep,
  type Step,
} from './explanation.ts';
import { plainTax, priceLine } from './line.ts';
import { boundary } from './period.ts';

const SPRING = { code: 'SPRING20', percentage: 20, minimum_billing_cycle: 3 };
const september = { anchor: new Date('2026-09-01T00:00:00Z'), months: 1, expiresAt: new Date('2026-10-01T00:00:00Z') };

describe('a line', () => {
  it.each([
    // 3 x 3.35 at 21 %: 2.1105 VAT.
    ['months', [monthsStep(335n, 1, 3)], null, 2100, [1005n, 0n, 1005n, 211n, 1216n]],
    ['several of each', [monthsStep(200n, 4, 2)], null, 2000, [1600n, 0n, 1600n, 320n, 1920n]],
    // 20 % of 11.97 is 2.394. VAT of 9.58 is 1.916.
    ['with a promo code', [monthsStep(399n, 1, 3)], SPRING, 2000, [1197n, 239n, 958n, 192n, 1150n]],
    ['half a cent of discount', [fixedStep(1n)], { ...SPRING, percentage: 50 }, 0, [1n, 1n, 0n, 0n, 0n]],
    ['half a cent of VAT', [fixedStep(50n)], null, 2100, [50n, 0n, 50n, 11n, 61n]],
    ['a month of a cycle of three', [renewalStep(1000n, 3, 1)], null, 0, [333n, 0n, 333n, 0n, 333n]],
    ['half a month', [remainderStep(300n, september, new Date('2026-09-16T00:00:00Z'))], null, 1900, [150n, 0n, 150n, 29n, 179n]],
    ['a dearer plan', changeSteps(300n, 600n, september, new Date('2026-09-16T00:00:00Z')), null, 0, [150n, 0n, 150n, 0n, 150n]],
    ['a cheaper plan', changeSteps(600n, 300n, september, new Date('2026-09-16T00:00:00Z')), null, 2000, [0n, 0n, 0n, 0n, 0n]],
  ] as const)('of %s', (_, steps, promo, rate, [list_net, discount, net, vat, gross]) => {
    const line = priceLine({ steps, promo, tax: plainTax(rate) });
    expect(line).toMatchObject({ list_net, discount, net, vat, gross, promo });
    expect(recompute(line.explanation)).toEqual({ list_net, discount, net, vat, gross });
  });

  it('that was altered is detected', () => {
    const steps = explainLine([monthsStep(399n, 1, 3)], SPRING, plainTax(2000));
    expect(isExact(steps)).toBe(true);
    for (const [i, step] of steps.entries())
      for (const field of ['net', 'discount', 'vat'].filter((name) => name in step)) {
        const wrong = steps.map((one, j) => (i === j ? ({ ...one, [field]: '1' } as Step) : one));
        expect(isExact(wrong)).toBe(false);
        expect(recompute(wrong)).toEqual(recompute(steps));
      }
  });
});

test('for any line the amounts follow from its steps, also after JSON serialization', () => {
  const price = fc.bigInt(0n, 10_000_000n);
  const anchor = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  const months = fc.constantFrom(1, 3, 6, 12, 24);
  const term = fc.record({
    anchor,
    months,
    cycles: fc.integer({ min: 1, max: 5 }),
    at: fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1_000_000),
  });
  const steps = fc.oneof(
    fc.tuple(price, fc.integer({ min: 1, max: 50 }), months).map(([monthly, n, m]) => [monthsStep(monthly, n, m)]),
    fc.tuple(price, months, months).map(([cost, cycle, m]) => [renewalStep(cost, cycle, m)]),
    price.map((net) => [fixedStep(net)]),
    fc.tuple(price, price, term).map(([from, to, { anchor: begin, months: cycle, cycles, at }]) => {
      const expiresAt = boundary(begin, cycle * cycles);
      const now = new Date(begin.getTime() + Math.floor(at * (expiresAt.getTime() - begin.getTime())));
      return changeSteps(from, to, { anchor: begin, months: cycle, expiresAt }, now);
    }),
  );
  const promo = fc.option(fc.integer({ min: 1, max: 100 }).map((percentage) => ({ ...SPRING, percentage })));
  fc.assert(
    fc.property(steps, promo, fc.integer({ min: 0, max: 3000 }), (made, code, rate) => {
      const { explanation, promo: _promo, ...amounts } = priceLine({ steps: made, promo: code, tax: plainTax(rate) });
      const stored = JSON.parse(JSON.stringify(explanation)) as Step[];
      expect(isExact(stored)).toBe(true);
      expect(recompute(stored)).toEqual(amounts);
      expect(amounts.list_net - amounts.discount).toBe(amounts.net);
      expect(amounts.net >= 0n && amounts.discount >= 0n).toBe(true);
      expect(describeSteps(stored, 'EUR')).toHaveLength(stored.length);
    }),
  );
});

test('describes the steps', () => {
  const change = changeSteps(600n, 300n, september, new Date('2026-09-16T00:00:00Z'));
  const refund = refundStep(change, { discounts: [], of: [{ order_id: 7, line_id: 9, net: '150', vat: '30' }] });
  const reverse = { rateBp: 0, rule: 'reverse-charge', note: 'Reverse charge' };
  expect(describeSteps(explainLine([monthsStep(200n, 4, 3)], SPRING, plainTax(2000)), 'EUR')).toEqual([
    '4 at EUR 2.00 a month for 3 months: EUR 24.00.',
    'Promo code SPRING20, 20 % off: EUR -4.80.',
    'VAT of 20 % on EUR 19.20: EUR 3.84.',
  ]);
  expect(describeSteps(explainLine(change, null, reverse, refund), 'EUR')).toEqual([
    'EUR 6.00 for 1 month, from 2026-09-16 00:00:00 UTC to 2026-10-01 00:00:00 UTC, 1296000 of 2592000 seconds of the current period: EUR 3.00.',
    'EUR 3.00 for 1 month, from 2026-09-16 00:00:00 UTC to 2026-10-01 00:00:00 UTC, 1296000 of 2592000 seconds of the current period: EUR 1.50.',
    'The new price for this time is EUR 1.50 lower than the old price, so nothing is due.',
    'Refunded to the balance: EUR 1.50 and VAT of EUR 0.30, paid with order 7.',
    'No VAT on EUR 0.00. Reverse charge.',
  ]);
  const discounts = [{ from: '2026-09-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z', net: '100' }];
  const less = refundStep(change, { discounts, of: [{ order_id: 7, line_id: 9, net: '100', vat: '20' }] });
  expect(describeSteps([less], 'EUR')).toEqual([
    'After discounts, credits and earlier refunds, EUR 1.25 remain. The refund is at most the amount paid. Refunded to the balance: EUR 1.00 and VAT of EUR 0.20, paid with order 7.',
  ]);
  expect(describeSteps(explainLine([renewalStep(1197n, 3, 1)], null, plainTax(810)), 'CHF')).toEqual([
    '1 month at the price of the service, CHF 11.97 for 3 months: CHF 3.99.',
    'VAT of 8.1 % on CHF 3.99: CHF 0.32.',
  ]);
});
