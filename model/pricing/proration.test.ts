import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proratedChange } from './proration.ts';

const at = (text: string): Date => new Date(`${text}T00:00:00Z`);
const september = { months: 1, expiresAt: at('2026-10-01') };

describe('a change of price within a paid period', () => {
  it('costs the difference for the part that is left', () => {
    const change = { from: 300n, to: 600n, ...september };
    expect(proratedChange({ ...change, now: at('2026-09-01') })).toBe(300n);
    expect(proratedChange({ ...change, now: at('2026-09-16') })).toBe(150n);
    expect(proratedChange({ ...change, now: new Date('2026-09-30T12:00:00Z') })).toBe(5n);
  });

  it('gives back as much the other way', () => {
    expect(proratedChange({ from: 600n, to: 300n, ...september, now: at('2026-09-16') })).toBe(-150n);
  });

  it('counts months as long as they are, and years', () => {
    const february = { from: 0n, to: 2_800n, months: 1, expiresAt: at('2026-03-01'), now: at('2026-02-15') };
    expect(proratedChange(february)).toBe(1_400n);
    const year = { from: 0n, to: 36_500n, months: 12, expiresAt: at('2027-01-01'), now: at('2026-12-31') };
    expect(proratedChange(year)).toBe(100n);
  });

  it('counts cycles that are paid ahead', () => {
    expect(proratedChange({ from: 0n, to: 100n, months: 1, expiresAt: at('2026-11-01'), now: at('2026-10-01') })).toBe(100n);
    expect(proratedChange({ from: 0n, to: 3_100n, months: 1, expiresAt: at('2026-11-01'), now: at('2026-09-01') })).toBe(6_100n);
  });

  it('costs nothing when nothing is left', () => {
    expect(proratedChange({ from: 0n, to: 600n, ...september, now: at('2026-10-01') })).toBe(0n);
    expect(proratedChange({ from: 0n, to: 600n, ...september, now: at('2027-01-01') })).toBe(0n);
  });

  it('rounds half away from zero, and never to more than the cycle costs', () => {
    const half = { months: 1, expiresAt: at('2026-10-01'), now: at('2026-09-16') };
    expect(proratedChange({ from: 0n, to: 1n, ...half })).toBe(1n);
    expect(proratedChange({ from: 1n, to: 0n, ...half })).toBe(-1n);
    fc.assert(
      fc.property(
        fc.bigInt(0n, 100_000n),
        fc.bigInt(0n, 100_000n),
        fc.integer({ min: 0, max: 30 * 86_400 }),
        (from, to, second) => {
          const now = new Date(at('2026-09-01').getTime() + second * 1000);
          const there = proratedChange({ from, to, ...september, now });
          expect(there).toBe(-proratedChange({ from: to, to: from, ...september, now }));
          expect(there < 0n ? -there : there).toBeLessThanOrEqual(to > from ? to - from : from - to);
        },
      ),
    );
  });
});
