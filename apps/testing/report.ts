/** Reads the JSON report of vitest: the numbers of tests by result, and the failed and unstable tests. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed tests, by file and name, and files that could not be loaded. Each with its error. */
  failures: readonly string[];
  /** Tests that failed first and then passed, by file and name. Each with its first error. */
  unstable: readonly string[];
}

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], unstable: [] };

interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults?: ReportedFile[];
}

interface ReportedFile {
  name: string;
  status?: string;
  /** Error of the file itself, for example while it was loaded. */
  message?: string;
  assertionResults: ReportedTest[];
}

interface ReportedTest {
  fullName: string;
  status: string;
  /** Messages of all failed attempts, even if the test passed in the end. */
  failureMessages?: string[];
}

/** Reads a file that vitest's reporter `json` wrote. A missing or unreadable file counts as one failed test. */
export function readReport(file: string, root: string): Counts {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = report;
    const named = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
        status,
        failureMessages,
        text: `${path.relative(root, name)} > ${fullName}: ${summarize(failureMessages[0], root)}`,
      })),
    );
    const unloaded = testResults.filter((one) => one.status === 'failed' && !one.assertionResults.some(isFailed));
    const failures = [
      ...named.filter(isFailed).map(({ text }) => text),
      ...unloaded.map(({ name, message }) => `${path.relative(root, name)}: ${summarize(message, root)}`),
    ];
    const unstable = named
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ text }) => text);
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests, failures, unstable };
  } catch {
    return { ...NO_TESTS, failed: 1, failures: [`${path.relative(root, file)}: The report is missing or cannot be read.`] };
  }
}

/** Returns the summary lines of these runs: unstable tests, failures and totals. */
export function summaryOf(runs: readonly Counts[]): string[] {
  const unstable = runs.flatMap((one) => one.unstable);
  const title = `${unstable.length} unstable, passed at the second attempt. Find the cause of each:`;
  const failures = runs.flatMap((one) => one.failures);
  return [
    ...(unstable.length > 0 ? [title, ...unstable.map((one) => `  ${one}`), ''] : []),
    ...(failures.length > 0 ? ['Failed:', ...failures.map((one) => `  ${one}`), ''] : []),
    countsOf(addCounts(runs)),
  ];
}

/** Returns the counts of all runs together. */
export function addCounts(runs: readonly Counts[]): Counts {
  const sum = (key: 'passed' | 'failed' | 'skipped'): number => runs.reduce((total, one) => total + one[key], 0);
  return {
    ...{ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    failures: runs.flatMap((one) => one.failures),
    unstable: runs.flatMap((one) => one.unstable),
  };
}

/** Returns the line that CI reads as the last of a run. */
export function countsOf({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function isFailed({ status }: Pick<ReportedTest, 'status'>): boolean {
  return status === 'failed';
}

const MAX_CHARACTERS = 500;

/** Returns an error as one line: its text without colours, and the first stack frame inside the project. */
function summarize(message = '', root: string): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const isOfStack = (line: string): boolean => /^\s+at /.test(line);
  const end = lines.findIndex(isOfStack);
  const text = lines.slice(0, end === -1 ? 1 : end).map((line) => line.trim());
  const place = lines.find((line) => isOfStack(line) && line.includes(`${root}/`) && !line.includes('/node_modules/'));
  const shown = [...text, place?.trim().replace(`${root}/`, '') ?? ''].filter((part) => part !== '').join(' ');
  return shown.slice(0, MAX_CHARACTERS);
}
