import { describe, expect, it } from 'vitest';
import { judgeNewest, newestInAll, type OutdatedReason } from './newest.ts';

const direct = (version: string) => [{ name: 'orval', version, file: 'package.json' }];
const reason: OutdatedReason = { packages: ['orval'], range: '7', reason: 'It is so.' };
const known = {
  askedOn: '2026-11-24',
  newest: { orval: '8.38.0' },
  newestInRange: { orval: { range: '7', version: '7.13.2' } },
};
const judge = (version: string, reasons: OutdatedReason[] = [], of = known) =>
  judgeNewest(direct(version), of, reasons, 'reasons.ts');

describe('direct dependencies', () => {
  it('may have the newest recorded version or a newer one', () => {
    expect(judge('8.38.0')).toEqual([]);
    expect(judge('8.39.0')).toEqual([]);
  });

  it('may be behind only with a reason', () => {
    expect(judge('7.13.2')).toEqual([expect.stringContaining('8.38.0 was the newest on 2026-11-24. Update it, or say')]);
    expect(judge('7.13.2', [reason])).toEqual([]);
  });

  it('must have the newest version that the reason allows', () => {
    expect(judge('7.13.1', [reason])).toEqual([expect.stringContaining('7.13.2 was the newest of 7')]);
  });

  it('must not have a reason once they are current or removed', () => {
    expect(judge('8.38.0', [reason])).toEqual([expect.stringContaining('reasons.ts says why orval is behind')]);
    expect(judgeNewest([], known, [reason], 'reasons.ts')).toEqual([expect.stringContaining('Delete the entry')]);
  });

  it('need a new record after a change of packages or ranges', () => {
    const again = [expect.stringContaining('npm run release:record -- --dependencies')];
    expect(judge('8.38.0', [], { ...known, newest: {} as typeof known.newest })).toEqual(again);
    expect(judge('7.13.2', [{ ...reason, range: '<8' }])).toEqual(again);
  });
});

it('finds the newest version that all packages have', () => {
  const lists = [
    ['24.9.0', '24.21.0', '26.0.0'],
    ['24.22.0', '24.9.0', '24.21.0', '26.0.0'],
  ];
  expect(newestInAll(lists, '24')).toBe('24.21.0');
  expect(newestInAll([['24.1.0'], ['24.2.0']], '24')).toBe(null);
});
