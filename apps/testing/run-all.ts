/**
 * The checks, then vitest with its projects, then what was unstable, and one line that counts all. In CI torture runs whole, and part of the tests on
 * other versions of Node too.
 */
import { spawnSync } from 'node:child_process';
import { projectRoot } from '../installation/home.ts';
import { runOnOtherNodes } from './other-nodes.ts';
import { NOTHING, summaryOf } from './report.ts';
import { runChecks, runVitest } from './vitest.ts';

/** Without `debian`, which builds a large image first. */
const PROJECTS = ['fast', 'system', 'torture', 'process', 'qemu', 'einvoice'] as const;

/** Branch with the changes that have landed. */
const LANDED = 'origin/main';

/** Returns the exit code. With arguments only vitest runs, and gets them. */
export async function runAll(vitestArguments: readonly string[]): Promise<number> {
  const whole = vitestArguments.length === 0;
  if (whole) console.log('\n== checks');
  const checks = whole ? await runChecks() : NOTHING;
  console.log('\n== tests');
  const runs = whole ? runsOf(process.env.CI !== undefined || !isLandedKnown()) : [vitestArguments];
  const counts = [checks];
  for (const run of runs) counts.push(await runVitest(run));
  if (whole && process.env.CI !== undefined) counts.push(...(await runOnOtherNodes()));
  console.log(`\n${summaryOf(counts).join('\n')}`);
  return counts.every(({ failed }) => failed === 0) ? 0 : 1;
}

/** The arguments of each run of vitest. Unless all is wanted, torture runs only what differs from what was landed last. */
export function runsOf(all: boolean): string[][] {
  const named = (names: readonly string[]): string[] => names.flatMap((name) => ['--project', name]);
  if (all) return [named(PROJECTS)];
  return [named(PROJECTS.filter((name) => name !== 'torture')), [...named(['torture']), '--changed', LANDED]];
}

/** Not so in a source archive, nor without the remote of that name. */
function isLandedKnown(): boolean {
  return spawnSync('git', ['rev-parse', '--verify', '--quiet', LANDED], { cwd: projectRoot }).status === 0;
}
