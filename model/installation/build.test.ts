import { expect, test } from 'vitest';
import { formatVersion } from './build.ts';

test.each([
  [null, '0.1.0'],
  ['6f617465f4a1c0ffee00', '0.1.0+6f617465f4a1'],
  ['6f617465f4a1c0ffee00.dirty', '0.1.0+6f617465f4a1.dirty'],
])('the version of commit %s is %s', (commit, version) => {
  expect(formatVersion('0.1.0', commit)).toBe(version);
});
