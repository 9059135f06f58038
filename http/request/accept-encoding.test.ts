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
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %s', (header, coding) => {
    expect(chooseCoding(header, BOTH)).toBe(coding);
  });

  it('is one that exists for the file', () => {
    expect(chooseCoding('br, gzip', { gzip: true })).toBe('gzip');
    expect(chooseCoding('br, gzip', {})).toBeUndefined();
  });
});
