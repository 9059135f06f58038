import { expect, it } from 'vitest';
import { NO_TESTS } from './report.ts';
import { endOf, headingOf, type StageResult, verdictOf } from './verdict.ts';

const result = (fields: Partial<StageResult>): StageResult => ({
  ...NO_TESTS,
  ...{ name: 'system', seconds: 100.6, cpuSeconds: 197.7, appeared: [] },
  ...fields,
});
const place = { number: 2, names: ['checks', 'system', 'processes', 'guests'] as const };

it('names a stage, its counts and its times', () => {
  expect(headingOf(place)).toBe('\n== Stage 2 of 4: system');
  expect(verdictOf(result({ passed: 16_006, skipped: 18 }), place, '1a2b3c4d')).toEqual([
    'Passed: stage 2 of 4, system. 16006 passed, 0 failed, 18 skipped. 101 s, 198 s of CPU.',
  ]);
});

it('lists the failures of a red stage, the stages that did not run, and the command that repeats the draw', () => {
  const failures = [
    'lab/torture/kill.test.ts > seed 1a2b3c4d group 1 > server.deploy: Error: no',
    'lab/torture/kill.test.ts > seed 1a2b3c4d group 2 > server.start: Error: no',
    'lab/year.test.ts: SyntaxError: no',
    'left running: process 7, sleep 1000',
  ];
  const red = result({ passed: 1, failed: 4, failures });
  expect(verdictOf(red, place, '1a2b3c4d')).toEqual([
    'FAILED: stage 2 of 4, system. 1 passed, 4 failed, 0 skipped. 101 s, 198 s of CPU.',
    'Stopped. Not run: processes, guests.',
    'Failed:',
    ...failures.map((one) => `  ${one}`),
    'Repeat: INNKEEPER_TEST_SEED=1a2b3c4d npx vitest run lab/torture/kill.test.ts lab/year.test.ts',
  ]);
  expect(verdictOf(red, place, 'all').at(-1)).toBe('Repeat: npx vitest run lab/torture/kill.test.ts lab/year.test.ts');
  const last = verdictOf(
    { ...red, name: 'other Nodes' },
    { number: 4, names: [...place.names.slice(0, 3), 'other Nodes'] },
    'all',
  );
  expect(last.join()).not.toMatch(/Stopped|Repeat/);
});

it('shows what appeared on the machine', () => {
  expect(verdictOf(result({ appeared: ['namespace a', 'mount /b'] }), place, 'all')[1]).toBe(
    'New on this machine since the stage began: namespace a, mount /b.',
  );
});

it('ends with the unstable tests and the sum of all counts', () => {
  const first = result({ passed: 2, unstable: ['a.test.ts > b: Error'] });
  expect(endOf([first, result({ passed: 3, failed: 1, skipped: 4, failures: ['c.test.ts > d: Error'] })])).toEqual([
    '1 unstable, passed at the second attempt. Find the cause of each:',
    '  a.test.ts > b: Error',
    '',
    '5 passed, 1 failed, 4 skipped',
  ]);
});
