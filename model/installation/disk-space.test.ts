import { expect, test } from 'vitest';
import { isDiskLow } from './disk-space.ts';

const GIB = 1024 ** 3;
test.each([
  // The alert opens below 10 % of a small disk or 10 GiB of a large one, and closes at 1.5 times that limit.
  [40, 3.9, true, true],
  [40, 4.1, false, true],
  [40, 5.9, false, true],
  [40, 6.1, false, false],
  [1000, 9.9, true, true],
  [1000, 10.1, false, true],
  [1000, 15.1, false, false],
])('with %d GiB and %d free: it opens %s, and stays open %s', (total, free, opens, stays) => {
  const space = { freeBytes: free * GIB, totalBytes: total * GIB };
  expect([isDiskLow(space, false), isDiskLow(space, true)]).toEqual([opens, stays]);
});
