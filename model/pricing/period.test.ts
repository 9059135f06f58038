import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { boundary, extendTerm, isBoundary, monthsUpTo } from './period.ts';

const iso = (from: string, months: number) => boundary(new Date(from), months).toISOString();

/** Any time within twelve years, three of them leap years. */
const moment = fc.date({ min: new Date('2023-01-01T00:00:00Z'), max: new Date('2034-12-31T23:59:59.999Z'), noInvalidDate: true });

test('a month later is the same day and time of the next month', () => {
  expect(iso('2026-03-15T10:20:30.400Z', 1)).toBe('2026-04-15T10:20:30.400Z');
  expect(iso('2026-11-15T00:00:00.000Z', 24)).toBe('2028-11-15T00:00:00.000Z');
  expect(iso('2026-03-31T00:00:00.000Z', -1)).toBe('2026-02-28T00:00:00.000Z');
});

test("a shorter month ends the period on its last day, and the next one on the anchor's day again", () => {
  const ends = [1, 2, 3, 4, 25].map((months) => iso('2026-01-31T12:00:00.000Z', months).slice(0, 10));
  expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2028-02-29']);
});

test('repeated monthly renewals never drift to an earlier day', () => {
  const anchor = new Date('2026-01-31T12:00:00Z');
  let until = boundary(anchor, 1);
  const days: number[] = [];
  for (let i = 0; i < 25; i++) {
    until = extendTerm(anchor, until, 1);
    days.push(until.getUTCDate());
  }
  expect(days.slice(0, 12)).toEqual([31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 28]);
  expect(days.at(-1)).toBe(31);
});

test('a manually set end continues from itself', () => {
  const [anchor, until] = [new Date('2026-01-31T00:00:00Z'), new Date('2026-03-10T00:00:00Z')];
  expect(extendTerm(anchor, until, 1)).toEqual(new Date('2026-04-10T00:00:00Z'));
});

describe('for any start day', () => {
  const days = Array.from({ length: 4 * 366 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i, 9, 30)));

  it('boundaries are a month apart, on its day or on the last day of the month, for years', () => {
    const wrong = days.flatMap((anchor) =>
      Array.from({ length: 40 }, (_, n) => ({ anchor, n, at: boundary(anchor, n) })).filter(({ n, at }) => {
        const month = anchor.getUTCFullYear() * 12 + anchor.getUTCMonth() + n;
        const last = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
        const day = Math.min(anchor.getUTCDate(), last);
        return at.getTime() !== Date.UTC(Math.floor(month / 12), month % 12, day, 9, 30);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('any sequence of cycles leads to the same end', () => {
    fc.assert(
      fc.property(moment, fc.array(fc.constantFrom(1, 3, 6, 12, 24), { maxLength: 12 }), (anchor, cycles) => {
        const until = cycles.reduce((end, months) => extendTerm(anchor, end, months), anchor);
        expect(until).toEqual(
          boundary(
            anchor,
            cycles.reduce((sum, months) => sum + months, 0),
          ),
        );
        expect(isBoundary(anchor, until)).toBe(true);
      }),
    );
  });

  it('each moment is in exactly one month', () => {
    fc.assert(
      fc.property(moment, moment, (anchor, at) => {
        const months = monthsUpTo(anchor, at);
        expect(boundary(anchor, months) <= at).toBe(true);
        expect(boundary(anchor, months + 1) > at).toBe(true);
      }),
    );
  });
});
