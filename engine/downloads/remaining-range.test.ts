import { expect, test } from 'vitest';
import { isRemainder, rangeHeaders, strongEtag } from './remaining-range.ts';

const REST = { from: 100, etag: '"a"' };
const partial = (range: string, status = 206) => ({ status, headers: { 'content-range': range } });

test('requires a strong ETag and a server that supports ranges', () => {
  expect(strongEtag({ etag: '"a"' })).toBe('"a"');
  expect(strongEtag({ etag: 'W/"a"' })).toBeNull();
  expect(strongEtag({ etag: '"a"', 'accept-ranges': 'none' })).toBeNull();
  expect(strongEtag({ 'last-modified': 'Thu, 26 Nov 2026 12:00:00 GMT' })).toBeNull();
});

test('requests the rest only of the same file', () => {
  expect(rangeHeaders(REST)).toEqual({ range: 'bytes=100-', 'if-range': '"a"' });
});

test.each([
  ['bytes 100-299/300', 300, true],
  ['bytes 100-299/300', null, true],
  ['bytes 0-299/300', 300, false],
  ['bytes 100-199/300', 300, false],
  ['bytes 100-399/400', 300, false],
  ['bytes 100-299/*', 300, false],
  ['', 300, false],
])('"%s" of %s bytes is a valid rest: %s', (range, total, expected) => {
  expect(isRemainder(partial(range), REST, total)).toBe(expected);
  expect(isRemainder(partial(range, 200), REST, total)).toBe(false);
});
