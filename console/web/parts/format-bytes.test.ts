import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [42, '42 bytes'],
  [1_000, '1 kB'],
  [702_545_920, '702.5 MB'],
  [1_702_545_920, '1.7 GB'],
])('%i bytes are %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
