import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { timeOf } from './types.ts';

describe('a timestamp of the database', () => {
  const byPg = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text');

  it.each([
    ['2026-01-31 10:20:30+00', '2026-01-31T10:20:30.000Z'],
    ['2026-01-31 10:20:30.4+00', '2026-01-31T10:20:30.400Z'],
    ['2026-01-31 10:20:30.456789+00', '2026-01-31T10:20:30.456Z'],
    ['2026-01-31 10:20:30.456789+02', '2026-01-31T08:20:30.456Z'],
    ['2026-01-31 10:20:30+05:30', '2026-01-31T04:50:30.000Z'],
    ['10000-01-31 10:20:30+00', '+010000-01-31T10:20:30.000Z'],
    ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ])('%s is %s', (text, time) => {
    expect(timeOf(text).toISOString()).toBe(time);
  });

  it("equals pg's parsing for any digits", () => {
    const from = new Date('1000-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.date({ min: from, max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (time) => {
        const text = time.toISOString().replace('T', ' ').replace(/0*Z$/, '+00').replace('.+', '+');
        expect(timeOf(text)).toEqual(byPg(text));
        expect(timeOf(text)).toEqual(time);
      }),
    );
  });

  it('that is infinite is not a date', () => {
    expect(timeOf('infinity')).toEqual(byPg('infinity'));
  });
});
