import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** `broken`: no test said so, the run itself failed; the mutation is no good. */
export type Outcome = 'red' | 'green' | 'too long' | 'broken';

/** All tests together take two minutes on an idle machine, those of one rule some seconds. */
const MOST_MS = 600_000;

/** Runs files of tests in a scratch copy, until the first that fails. Without `postgresUrl` on a server of their own. */
export async function runTests(scratch: string, tests: readonly string[], postgresUrl = ''): Promise<Outcome> {
  const report = path.join(scratch, 'mutate-report.json');
  fs.rmSync(report, { force: true });
  const options = ['--config', 'dev/mutate/vitest.config.ts', '--bail', '1', '--reporter', 'json', '--outputFile', report];
  const timedOut = await new Promise<boolean>((resolve) => {
    const args = [path.join(scratch, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...tests];
    const env = { ...process.env, INNKEEPER_MUTATE_POSTGRES: postgresUrl };
    execFile(process.execPath, args, { cwd: scratch, env, timeout: MOST_MS, killSignal: 'SIGKILL', maxBuffer: 64e6 }, (error) =>
      resolve(error?.killed === true),
    );
  });
  if (timedOut) return 'too long';
  if (!fs.existsSync(report)) return 'broken';
  const { success, numFailedTests, numPassedTests } = JSON.parse(fs.readFileSync(report, 'utf8')) as Report;
  if (numFailedTests > 0) return 'red';
  return success && numPassedTests > 0 ? 'green' : 'broken';
}

interface Report {
  success: boolean;
  numFailedTests: number;
  numPassedTests: number;
}
