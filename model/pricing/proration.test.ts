import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundary } from './period.ts';
import { proratedChange, type Term, valueLeft } from './proration.ts';

const at = (text: string): Date => new Date(`${text}T00:00:00Z`);
const september: Term = { anchor: at('2026-09-01'), months: 1, expiresAt: at('2026-10-01') };

describe('a change of price within a paid period', () => {
  it('costs the difference for the remaining part', () => {
    const change = { from: 300n, to: 600n, ...september };
    expect(proratedChange({ ...change, now: at('2026-09-01') })).toBe(300n);
    expect(proratedChange({ ...change, now: at('2026-09-16') })).toBe(150n);
    expect(proratedChange({ ...change, now: new Date('2026-09-30T12:00:00Z') })).toBe(5n);
  });

  it('refunds the same amount in the other direction', () => {
    expect(proratedChange({ from: 600n, to: 300n, ...september, now: at('2026-09-16') })).toBe(-150n);
  });

  it('costs the full difference on the day of purchase, also at the end of a month', () => {
    const january = { anchor: at('2026-01-31'), months: 1, expiresAt: at('2026-02-28') };
    expect(proratedChange({ from: 0n, to: 3_100n, ...january, now: at('2026-01-31') })).toBe(3_100n);
    // Half of 28 days, not half of the 31 days before 28 February.
    expect(proratedChange({ from: 0n, to: 2_800n, ...january, now: at('2026-02-14') })).toBe(1_400n);
    const march = { ...january, expiresAt: at('2026-03-31') };
    expect(proratedChange({ from: 0n, to: 3_100n, ...march, now: at('2026-02-28') })).toBe(3_100n);
  });

  it('counts the actual length of months and years', () => {
    const february = { anchor: at('2026-02-01'), months: 1, expiresAt: at('2026-03-01') };
    expect(proratedChange({ from: 0n, to: 2_800n, ...february, now: at('2026-02-15') })).toBe(1_400n);
    const year = { anchor: at('2026-01-01'), months: 12, expiresAt: at('2027-01-01') };
    expect(proratedChange({ from: 0n, to: 36_500n, ...year, now: at('2026-12-31') })).toBe(100n);
  });

  it('counts prepaid cycles in full', () => {
    const ahead = { from: 0n, to: 3_100n, anchor: at('2026-09-01'), months: 1, expiresAt: at('2026-11-01') };
    expect(proratedChange({ ...ahead, now: at('2026-10-01') })).toBe(3_100n);
    expect(proratedChange({ ...ahead, now: at('2026-09-01') })).toBe(6_200n);
    expect(proratedChange({ ...ahead, now: at('2026-09-16') })).toBe(4_650n);
  });

  it('costs nothing if nothing remains, and at most the full difference if a clock is behind', () => {
    expect(proratedChange({ from: 0n, to: 600n, ...september, now: at('2026-10-01') })).toBe(0n);
    expect(proratedChange({ from: 0n, to: 600n, ...september, now: at('2027-01-01') })).toBe(0n);
    expect(proratedChange({ from: 0n, to: 600n, ...september, now: at('2026-08-31') })).toBe(600n);
  });

  it('counts backwards from a manually set end', () => {
    const odd = { from: 0n, to: 3_000n, anchor: at('2026-01-31'), months: 1, expiresAt: at('2026-09-16') };
    expect(proratedChange({ ...odd, now: at('2026-08-16') })).toBe(3_000n);
    expect(proratedChange({ ...odd, now: at('2026-09-15') })).toBe(97n);
  });
});

/** A service of any age and cycle, with a paid term. */
const paid = fc
  .record({
    anchor: fc.date({ min: at('2023-01-01'), max: at('2034-12-31'), noInvalidDate: true }),
    months: fc.constantFrom(1, 3, 6, 12, 24),
    cycles: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ anchor, months, cycles }) => ({ anchor, months, expiresAt: boundary(anchor, months * cycles), cycles }));
/** Net cents per cycle, at most a million in the currency. */
const price = fc.bigInt(0n, 100_000_000n);
/** Position in the term from 0 to 1. An integer fraction instead of a double: most generated doubles are close to 0. */
const part = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1_000_000);
const moment = ({ anchor, expiresAt }: Term, where: number): Date =>
  new Date(anchor.getTime() + Math.round(where * (expiresAt.getTime() - anchor.getTime())));

describe('for any price and time', () => {
  it('a change in the first second of any day of four years costs the full difference', () => {
    for (let day = 0; day < 4 * 366; day++) {
      const anchor = new Date(Date.UTC(2024, 0, 1 + day, 23, 59, 59, 300));
      for (const months of [1, 3, 12]) {
        const term = { anchor, months, expiresAt: boundary(anchor, months) };
        for (const later of [0, 1, 999]) {
          const now = new Date(anchor.getTime() + later);
          expect(proratedChange({ from: 399n, to: 100_000_000n, ...term, now })).toBe(100_000_000n - 399n);
        }
      }
    }
  });

  it('the parts of a term add up to its price', () => {
    fc.assert(
      fc.property(paid, price, fc.array(part, { maxLength: 20 }), (term, cost, cuts) => {
        const times = [0, ...cuts, 1].sort((a, b) => a - b).map((where) => moment(term, where));
        let sum = 0n;
        for (const [i, end] of times.slice(1).entries()) {
          const used = valueLeft(cost, term, times[i] as Date) - valueLeft(cost, term, end);
          expect(used).toBeGreaterThanOrEqual(0n);
          sum += used;
        }
        expect(sum).toBe(cost * BigInt(term.cycles));
      }),
    );
  });

  it('changes cost what was used at each price in total, and at one moment the overall difference', () => {
    fc.assert(
      fc.property(paid, price, fc.array(fc.tuple(price, part), { maxLength: 12 }), (term, first, steps) => {
        const changes = steps.map(([to, where]) => ({ to, now: moment(term, where) })).sort((a, b) => +a.now - +b.now);
        let [from, since, charged, used] = [first, term.anchor, first * BigInt(term.cycles), 0n];
        for (const { to, now } of changes) {
          charged += proratedChange({ ...term, from, to, now });
          used += valueLeft(from, term, since) - valueLeft(from, term, now);
          [from, since] = [to, now];
        }
        expect(charged).toBe(used + valueLeft(from, term, since));

        const now = moment(term, steps[0]?.[1] ?? 0);
        const prices = [first, ...steps.map(([to]) => to)];
        const sum = prices
          .slice(1)
          .reduce((all, to, i) => all + proratedChange({ ...term, from: prices[i] as bigint, to, now }), 0n);
        expect(sum).toBe(proratedChange({ ...term, from: first, to: prices.at(-1) as bigint, now }));
      }),
    );
  });

  it('a change and its reversal cost nothing, and no change exceeds the difference of the paid total', () => {
    fc.assert(
      fc.property(paid, price, price, part, (term, from, to, where) => {
        const now = moment(term, where);
        const there = proratedChange({ ...term, from, to, now });
        expect(there).toBe(-proratedChange({ ...term, from: to, to: from, now }));
        const [max, cost] = [(to - from) * BigInt(term.cycles), there];
        expect(to >= from ? cost >= 0n && cost <= max : cost <= 0n && cost >= max).toBe(true);
      }),
    );
  });
});
