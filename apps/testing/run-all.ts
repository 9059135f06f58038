/**
 * Runs the checks, then vitest with its projects. Prints the unstable tests and one line with all counts.
 *
 * In CI torture runs completely, and part of the tests also runs on other versions of Node.
 */
import { spawnSync } from 'node:child_process';
import { projectRoot } from '../installation/home.ts';
import { fetchOtherNodes, runOnOtherNodes } from './other-nodes.ts';
import { NO_TESTS, summaryOf } from './report.ts';
import { runChecks, runVitest } from './vitest.ts';

/** Projects of vitest, without `debian`, which first builds a large image. */
const PROJECTS = ['fast', 'system', 'torture', 'process', 'qemu', 'einvoice'] as const;

/** Branch with the landed changes. */
const LANDED = 'origin/main';

/** Runs everything and returns the exit code. With arguments it only runs vitest with these arguments. */
export async function runAll(vitestArguments: readonly string[]): Promise<number> {
  const whole = vitestArguments.length === 0;
  const isWholeCi = whole && process.env.CI !== undefined;
  // Fetching waits for the network, and the checks for the processor.
  const fetching = isWholeCi ? fetchOtherNodes() : [];
  if (whole) console.log('\n== checks');
  const checks = whole ? await runChecks() : NO_TESTS;
  const missing = await fetching;
  console.log('\n== tests');
  const runs = whole ? runsOf(process.env.CI !== undefined || !isLandedKnown()) : [vitestArguments];
  const counts = [checks];
  for (const run of runs) counts.push(await runVitest(run));
  if (missing.length > 0) counts.push({ ...NO_TESTS, failed: missing.length, failures: missing });
  else if (isWholeCi) counts.push(...(await runOnOtherNodes()));
  console.log(`\n${summaryOf(counts).join('\n')}`);
  return counts.every(({ failed }) => failed === 0) ? 0 : 1;
}

/**
 * Returns the arguments of each run of vitest. Unless `all` is set, torture only runs tests of files that differ from the landed branch.
 */
export function runsOf(all: boolean): string[][] {
  const named = (names: readonly string[]): string[] => names.flatMap((name) => ['--project', name]);
  if (all) return [named(PROJECTS)];
  return [named(PROJECTS.filter((name) => name !== 'torture')), [...named(['torture']), '--changed', LANDED]];
}

/** Returns whether git has the landed branch. It is missing in a source archive, or without a remote of that name. */
function isLandedKnown(): boolean {
  return spawnSync('git', ['rev-parse', '--verify', '--quiet', LANDED], { cwd: projectRoot }).status === 0;
}
