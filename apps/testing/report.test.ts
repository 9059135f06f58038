import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { NO_TESTS, readReport, summaryOf } from './report.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-report-'));
const report = join(directory, 'report.json');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const write = (value: unknown) => writeFileSync(report, typeof value === 'string' ? value : JSON.stringify(value));
const result = (fullName: string, status: string, ...failureMessages: string[]) => ({ fullName, status, failureMessages });

const TIMEOUT = `locator.click: Timeout 30000ms exceeded.
Call log:
\x1b[2m  - waiting for getByRole('button')\x1b[22m

    at Timeout.run (/root/node_modules/vitest/run.js:1:1)
    at /root/lab/a.test.ts:9:4`;
const TIMEOUT_SHOWN = "locator.click: Timeout 30000ms exceeded. Call log: - waiting for getByRole('button') at lab/a.test.ts:9:4";

it('counts a test that passed on its second attempt as passed, and lists it with its first error', () => {
  write({
    numPassedTests: 2,
    numFailedTests: 2,
    numPendingTests: 3,
    numTodoTests: 4,
    testResults: [
      {
        name: '/root/lab/a.test.ts',
        assertionResults: [
          result('well', 'passed'),
          result('at last', 'passed', 'AssertionError: expected 1 to be 2\n    at ...'),
          result('never', 'failed', 'Error: no', 'Error: still no'),
          result('click', 'failed', TIMEOUT),
        ],
      },
      { name: '/root/lab/b.test.ts', status: 'failed', message: 'SyntaxError: no\nat', assertionResults: [] },
    ],
  });
  const counts = readReport(report, '/root');
  expect(counts).toEqual({
    passed: 2,
    failed: 2,
    skipped: 7,
    failures: ['lab/a.test.ts > never: Error: no', `lab/a.test.ts > click: ${TIMEOUT_SHOWN}`, 'lab/b.test.ts: SyntaxError: no'],
    unstable: ['lab/a.test.ts > at last: AssertionError: expected 1 to be 2'],
  });
  expect(summaryOf([{ ...NO_TESTS, passed: 1 }, counts])).toEqual([
    '1 unstable, passed at the second attempt. Find the cause of each:',
    '  lab/a.test.ts > at last: AssertionError: expected 1 to be 2',
    '',
    'Failed:',
    '  lab/a.test.ts > never: Error: no',
    `  lab/a.test.ts > click: ${TIMEOUT_SHOWN}`,
    '  lab/b.test.ts: SyntaxError: no',
    '',
    '3 passed, 2 failed, 7 skipped',
  ]);
});

it('omits unstable and failed tests if there are none', () => {
  expect(summaryOf([NO_TESTS])).toEqual(['0 passed, 0 failed, 0 skipped']);
});

it('treats a missing or broken report as a failure', () => {
  expect(readReport(join(directory, 'none.json'), '/root')).toMatchObject({
    failed: 1,
    failures: [expect.stringContaining('none.json')],
  });
  write('{');
  expect(readReport(report, '/root').failed).toBe(1);
});
