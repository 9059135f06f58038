/**
 * Runs the stages of a run one after the other. Prints the verdict of each stage, stops after the first red one, and ends with one line
 * that has all counts.
 */
import { writeEverything } from './everything.ts';
import { hasProgram } from './has-program.ts';
import { listTestFiles } from './list-tests.ts';
import { fetchOtherNodes } from './other-nodes.ts';
import { summaryOf } from './report.ts';
import { runStage } from './run-stage.ts';
import { NO_DRAW, readSeed } from './seed.ts';
import { filesWithoutPrograms, type RunName, type Stage, stagesOf } from './stages.ts';
import { type StoredRun, storeRun } from './stored-run.ts';
import { endOf, headingOf, isRed, type StageResult, verdictOf } from './verdict.ts';
import { runVitest } from './vitest.ts';

/** Runs all stages and returns the exit code. */
export async function runAll(run: RunName): Promise<number> {
  const seed = run === 'everything' ? NO_DRAW : readSeed();
  const leftOut = run === 'everything' ? filesWithoutPrograms(hasProgram) : [];
  const stages = stagesOf(
    run,
    listTestFiles(),
    leftOut.map(({ file }) => file),
  );
  const names = stages.map(({ name }) => name);
  // Fetching waits for the network, and the checks for the processor.
  const fetching = names.includes('other Nodes') ? fetchOtherNodes() : Promise.resolve([]);
  console.log(`\nRun: ${run}, seed ${seed}. Stages: ${names.join(', ')}.`);
  const results = await runUntilRed(stages, async (stage, index) => {
    const place = { number: index + 1, names };
    console.log(headingOf(place));
    const result = await runStage(stage, { run, seed, missingNodes: stage.name === 'checks' ? [] : await fetching });
    console.log(`\n${verdictOf(result, place, seed).join('\n')}`);
    return result;
  });
  await fetching;
  const stored: StoredRun = { run, seed, stages: results, notRun: names.slice(results.length) };
  storeRun(stored);
  if (run === 'everything') writeEverything(stored, leftOut);
  console.log(`\n${endOf(results).join('\n')}`);
  return results.some(isRed) ? 1 : 0;
}

/** Runs stages in their order until one is red, and returns the results. */
export async function runUntilRed(
  stages: readonly Stage[],
  runOne: (stage: Stage, index: number) => Promise<StageResult>,
): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const [index, stage] of stages.entries()) {
    const result = await runOne(stage, index);
    results.push(result);
    if (isRed(result)) break;
  }
  return results;
}

/** Runs vitest with these arguments and returns the exit code. */
export async function runSome(vitestArguments: readonly string[]): Promise<number> {
  const counts = await runVitest(vitestArguments);
  console.log(`\n${summaryOf([counts]).join('\n')}`);
  return counts.failed === 0 ? 0 : 1;
}
