import { expect, it } from 'vitest';
import { textOfEverything } from './everything.ts';
import { NO_TESTS } from './report.ts';
import type { StageResult } from './verdict.ts';

const TESTED = { date: '2026-11-28 10:00', commit: 'ebd66d8d', machine: '2 x a processor' };
const stage = (fields: Partial<StageResult>): StageResult => ({
  ...NO_TESTS,
  ...{ name: 'checks', seconds: 90, cpuSeconds: 137.4, appeared: [], passed: 22 },
  ...fields,
});

it('tells date, commit, machine, the figures of each stage, and files that did not run', () => {
  const stages = [stage({}), stage({ name: 'fast', passed: 3, skipped: 1 })];
  const text = textOfEverything(
    { run: 'everything', seed: 'all', stages, notRun: [] },
    [{ file: 'lab/container.e2e.test.ts', missing: ['buildah', 'mmdebstrap'] }],
    TESTED,
  );
  expect(text).toContain(
    '2026-11-28 10:00 UTC, commit ebd66d8d, on 2 x a processor.\n\nAll stages are green. 25 passed, 0 failed, 1 skipped.',
  );
  expect(text).toContain('| 1 | checks | 22 | 0 | 0 | 1.5 | 137 |\n| 2 | fast | 3 | 0 | 1 | 1.5 | 137 |');
  expect(text).toContain(
    '\n## Files that did not run\n\n- `lab/container.e2e.test.ts`: this machine lacks buildah and mmdebstrap\n',
  );
  expect(text).not.toContain('## Failed');
});

it('tells the failures of a red stage and the stages that did not run', () => {
  const stages = [stage({ failed: 1, failures: ['check format: 1 problem'], unstable: ['a.test.ts > `b`: Error'] })];
  const text = textOfEverything({ run: 'everything', seed: 'all', stages, notRun: ['fast', 'system'] }, [], TESTED);
  expect(text).toContain('**Red** in stage checks. Not run: fast, system. 22 passed, 1 failed, 0 skipped.');
  expect(text).toContain('\n## Failed\n\n- `check format: 1 problem`\n');
  expect(text).toContain("\n## Passed at the second attempt\n\n- `a.test.ts > 'b': Error`\n");
});
