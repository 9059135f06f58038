import { describe, expect, it } from 'vitest';
import { chooseCoding } from './accept-encoding.ts';

const BOTH = { br: true, gzip: true };

describe('the content coding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['BR;Q=0.0, GZIP;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['br;q=0.1', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['x-br, brotli', undefined],
    [['gzip', 'br'], 'br'],
    ['x-gzip', 'gzip'],
    ['gzip;q=0, x-gzip', undefined],
    ['br;q=none, gzip; q=0.8', 'gzip'],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (header, coding) => {
    expect(chooseCoding(header, BOTH)).toBe(coding);
  });

  it('of a list that no client sends is none', () => {
    expect(chooseCoding('gzip'.padStart(1_024, ','), BOTH)).toBe('gzip');
    expect(chooseCoding('gzip'.padStart(1_025, ','), BOTH)).toBeUndefined();
  });

  it.each([
    ['gzip', true],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
    ['GZIP', true],
    ['x-gzip', true],
    ['*', true],
    [['br', 'gzip'], true],
    [undefined, false],
    ['', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['gzip; q=0.000, *', false],
    ['*;q=0', false],
    ['gzip;q=none', false],
    ['br, deflate', false],
  ])('of %j is gzip if only gzip exists: %s', (header, accepted) => {
    expect(chooseCoding(header, { gzip: true })).toBe(accepted ? 'gzip' : undefined);
  });

  it('is a coding that exists for the file', () => {
    expect(chooseCoding('br, gzip', { gzip: true })).toBe('gzip');
    expect(chooseCoding('br, gzip', {})).toBeUndefined();
  });
});
