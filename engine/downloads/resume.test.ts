import { expect, test } from 'vitest';
import { isRest, restHeaders, strongEtag } from './resume.ts';

const REST = { from: 100, etag: '"a"' };
const partial = (range: string, status = 206) => ({ status, headers: { 'content-range': range } });

test('only a strong ETag of a server that serves ranges is enough', () => {
  expect(strongEtag({ etag: '"a"' })).toBe('"a"');
  expect(strongEtag({ etag: 'W/"a"' })).toBeNull();
  expect(strongEtag({ etag: '"a"', 'accept-ranges': 'none' })).toBeNull();
  expect(strongEtag({ 'last-modified': 'Thu, 26 Nov 2026 12:00:00 GMT' })).toBeNull();
});

test('the rest is requested for the same file only', () => {
  expect(restHeaders(REST)).toEqual({ range: 'bytes=100-', 'if-range': '"a"' });
});

test.each([
  ['bytes 100-299/300', 300, true],
  ['bytes 100-299/300', null, true],
  ['bytes 0-299/300', 300, false],
  ['bytes 100-199/300', 300, false],
  ['bytes 100-399/400', 300, false],
  ['bytes 100-299/*', 300, false],
  ['', 300, false],
])('"%s" of %s bytes is the rest: %s', (range, total, expected) => {
  expect(isRest(partial(range), REST, total)).toBe(expected);
  expect(isRest(partial(range, 200), REST, total)).toBe(false);
});
