import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Result of a run. `broken`: the run itself failed without a test result, so the mutation is not usable. */
export type Outcome = 'red' | 'green' | 'too long' | 'broken';

/** Time limit in milliseconds. All tests together take two minutes on an idle machine, those of one rule some seconds. */
const MAX_MS = 600_000;

/** Runs test files in a copy until the first failure. Without `postgresUrl` they start their own server. */
export async function runTests(scratch: string, tests: readonly string[], postgresUrl = ''): Promise<Outcome> {
  const report = path.join(scratch, 'mutate-report.json');
  fs.rmSync(report, { force: true });
  const options = ['--config', 'dev/mutate/vitest.config.ts', '--bail', '1', '--reporter', 'json', '--outputFile', report];
  const timedOut = await new Promise<boolean>((resolve) => {
    const args = [path.join(scratch, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...tests];
    const env = { ...process.env, INNKEEPER_MUTATE_POSTGRES: postgresUrl };
    execFile(process.execPath, args, { cwd: scratch, env, timeout: MAX_MS, killSignal: 'SIGKILL', maxBuffer: 64e6 }, (error) =>
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
