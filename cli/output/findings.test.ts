import { expect, it } from 'vitest';
import { formatFindings } from './findings.ts';

it('problems come first, and findings of the same severity keep their order', () => {
  const findings = (
    [
      ['a', true],
      ['b', 'warn'],
      ['c', false],
      ['d', true],
      ['e', false],
      ['f', 'warn'],
    ] as const
  ).map(([name, ok]) => ({ name, ok, why: '', remedy: null }));
  const names = formatFindings({ findings })
    .split('\n')
    .map((line) => line.trim().split(/ +/));
  expect(names).toEqual([
    ['MISSING', 'c'],
    ['MISSING', 'e'],
    ['note', 'b'],
    ['note', 'f'],
    ['ok', 'a'],
    ['ok', 'd'],
  ]);
});
