import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iso } from './time.ts';

describe('iso', () => {
  it('writes a time like toISOString, but with microseconds', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (time) => {
        expect(iso(time)).toBe(time.toISOString().replace('Z', '000Z'));
      }),
    );
  });

  it('pads every part', () => {
    expect(iso(new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)))).toBe('2026-01-02T03:04:05.006000Z');
  });

  it('throws for an invalid time', () => {
    expect(() => iso(new Date(Number.NaN))).toThrow(RangeError);
  });
});
