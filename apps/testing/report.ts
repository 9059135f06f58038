/** Reads the JSON report of vitest: the number of tests that passed, and the tests that needed a second try. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Of those that passed the ones that had failed first: file and name. */
  unstable: readonly string[];
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, unstable: [] };

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults?: { name: string; assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[];
}

/** Of a file that vitest's reporter `json` wrote. One that is not there, or not whole, counts as a failure. */
export function readReport(file: string, root: string): Counts {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = report;
    const unstable = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        // Tries that failed leave their messages with a test that passed.
        .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
        .map(
          ({ fullName, failureMessages = [] }) => `${path.relative(root, name)} > ${fullName}: ${firstLine(failureMessages[0])}`,
        ),
    );
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, unstable };
  } catch {
    return { ...NOTHING, failed: 1 };
  }
}

/** The lines that end a run. */
export function summaryOf(runs: readonly Counts[]): string[] {
  const sum = (key: 'passed' | 'failed' | 'skipped'): number => runs.reduce((total, one) => total + one[key], 0);
  const unstable = runs.flatMap((one) => one.unstable);
  const title = `${unstable.length} unstable, passed at the second attempt. Find the cause of each:`;
  return [
    ...(unstable.length > 0 ? [title, ...unstable.map((one) => `  ${one}`), ''] : []),
    `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`,
  ];
}

function firstLine(message = ''): string {
  return message.split('\n', 1)[0] ?? '';
}
