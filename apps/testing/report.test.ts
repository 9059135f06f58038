import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { NOTHING, readReport, summaryOf } from './report.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-report-'));
const report = join(directory, 'report.json');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const write = (value: unknown) => writeFileSync(report, typeof value === 'string' ? value : JSON.stringify(value));
const result = (fullName: string, status: string, ...failureMessages: string[]) => ({ fullName, status, failureMessages });

it('counts a test that passed at its second try as passed, and names it with why it had failed', () => {
  write({
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 3,
    numTodoTests: 4,
    testResults: [
      {
        name: '/root/lab/a.test.ts',
        assertionResults: [
          result('well', 'passed'),
          result('at last', 'passed', 'AssertionError: expected 1 to be 2\n    at ...'),
          result('never', 'failed', 'Error: no', 'Error: still no'),
        ],
      },
    ],
  });
  const counts = readReport(report, '/root');
  expect(counts).toEqual({
    passed: 2,
    failed: 1,
    skipped: 7,
    unstable: ['lab/a.test.ts > at last: AssertionError: expected 1 to be 2'],
  });
  expect(summaryOf([{ ...NOTHING, passed: 1 }, counts])).toEqual([
    '1 unstable, passed at the second attempt. Find the cause of each:',
    '  lab/a.test.ts > at last: AssertionError: expected 1 to be 2',
    '',
    '3 passed, 1 failed, 7 skipped',
  ]);
});

it('says nothing of unstable tests where there are none', () => {
  expect(summaryOf([NOTHING])).toEqual(['0 passed, 0 failed, 0 skipped']);
});

it('takes a report that is missing or broken for a failure', () => {
  expect(readReport(join(directory, 'none.json'), '/root')).toEqual({ ...NOTHING, failed: 1 });
  write('{');
  expect(readReport(report, '/root').failed).toBe(1);
});
