/** Runs one stage: the checks, vitest with its projects, or the programs of other Node versions. */
import { endLeftovers, listMountsAndNamespaces, MARK_VARIABLE } from './leftovers.ts';
import { runOnOtherNodes } from './other-nodes.ts';
import { readBusySeconds } from './processor-time.ts';
import { addCounts, type Counts, NO_TESTS } from './report.ts';
import { SEED_VARIABLE } from './seed.ts';
import type { RunName, Stage } from './stages.ts';
import type { StageResult } from './verdict.ts';
import { runChecks, runVitest } from './vitest.ts';

export interface RunOptions {
  run: RunName;
  seed: string;
  /** Sentences about versions of Node that could not be fetched. */
  missingNodes: readonly string[];
}

/** Runs a stage to its end. A process that it leaves behind counts as one failed test. */
export async function runStage(stage: Stage, options: RunOptions): Promise<StageResult> {
  const [began, busy, before] = [performance.now(), readBusySeconds(), new Set(listMountsAndNamespaces())];
  const mark = `${process.pid}-${Date.now()}`;
  const counts = await runTests(stage, options, environmentOf(options, mark));
  const left = (await endLeftovers(mark)).map(({ pid, command }) => `left running: process ${pid}, ${command}`);
  return {
    name: stage.name,
    ...addCounts([counts, { ...NO_TESTS, failed: left.length, failures: left }]),
    seconds: (performance.now() - began) / 1000,
    cpuSeconds: readBusySeconds() - busy,
    appeared: listMountsAndNamespaces().filter((one) => !before.has(one)),
  };
}

/** Returns the environment of the tests. With `CI` a failed test in real time gets a second attempt, and is named (vitest.config.ts). */
function environmentOf({ run, seed }: RunOptions, mark: string): NodeJS.ProcessEnv {
  return { [MARK_VARIABLE]: mark, [SEED_VARIABLE]: seed, ...(run !== 'newcomer' && { CI: 'true' }) };
}

async function runTests(stage: Stage, { run, missingNodes }: RunOptions, env: NodeJS.ProcessEnv): Promise<Counts> {
  if (stage.name === 'checks') return runChecks([], env);
  if (stage.name === 'other Nodes') {
    if (missingNodes.length > 0) return { ...NO_TESTS, failed: missingNodes.length, failures: missingNodes };
    return addCounts(await runOnOtherNodes(run === 'everything', env));
  }
  const projects = stage.projects.flatMap((name) => ['--project', name]);
  return runVitest([...projects, ...(stage.files ?? [])], { report: `test-report-${stage.name}`, env });
}
