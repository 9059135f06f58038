import { expect, it } from 'vitest';
import { describeSelection } from './describe-selection.ts';

const NONE = { files: [], operations: [], wholeFastReason: null, skippedCount: 0, unreached: [] };
const LAST =
  'Leaves out the other checks, floods, torture, real processes and real guests: CI=true ./innkeeper test runs all of them.';

it('describes what runs and what is omitted', () => {
  const selection = {
    ...NONE,
    files: ['a.test.ts'],
    operations: ['getServer', 'addSshKey'],
    skippedCount: 12,
    unreached: ['README.md'],
  };
  expect(describeSelection(2, 'HEAD', selection)).toEqual([
    '2 files changed since HEAD.',
    'Runs 1 test file:',
    '  a.test.ts',
    'Runs the tests of lab/cross-cutting for: getServer, addSshKey.',
    'Leaves out 12 test files of fast and system with a longer path to the change.',
    'No test of fast or system reaches README.md.',
    LAST,
  ]);
  expect(describeSelection(0, 'abc', NONE)).toEqual(['0 files changed since abc.', 'Runs 0 test files.', LAST]);
});

it('says that all of fast runs, and why', () => {
  expect(describeSelection(1, 'HEAD', { ...NONE, wholeFastReason: 'db/connect.ts' })[1]).toBe(
    'Runs the whole project fast, about 99 s on 2 quiet cores, because everything depends on db/connect.ts.',
  );
});
