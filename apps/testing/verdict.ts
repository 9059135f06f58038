/** The texts of a run: the verdict of each stage, and the last lines. */
import { type Counts, countsOf, summaryOf } from './report.ts';
import { NO_DRAW, SEED_VARIABLE } from './seed.ts';
import type { StageName } from './stages.ts';

export interface StageResult extends Counts {
  name: StageName;
  seconds: number;
  /** Processor time of the whole machine during the stage, in seconds. */
  cpuSeconds: number;
  /** Mount points and network namespaces that appeared during the stage. Other programs may have added them. */
  appeared: readonly string[];
}

export interface Place {
  /** Position of the stage, from 1. */
  number: number;
  names: readonly StageName[];
}

/** Returns the lines that begin a stage. */
export function headingOf({ number, names }: Place): string {
  return `\n== Stage ${number} of ${names.length}: ${names[number - 1]}`;
}

/** Returns the lines that end a stage. `seed`: seed of the run. */
export function verdictOf(result: StageResult, { number, names }: Place, seed: string): string[] {
  const { name, failures, appeared } = result;
  const times = `${result.seconds.toFixed(0)} s, ${result.cpuSeconds.toFixed(0)} s of CPU`;
  const notRun = names.slice(number);
  const repeat = repeatOf(result, seed);
  return [
    `${isRed(result) ? 'FAILED' : 'Passed'}: stage ${number} of ${names.length}, ${name}. ${countsOf(result)}. ${times}.`,
    ...(appeared.length > 0 ? [`New on this machine since the stage began: ${appeared.join(', ')}.`] : []),
    ...(isRed(result) && notRun.length > 0 ? [`Stopped. Not run: ${notRun.join(', ')}.`] : []),
    ...(failures.length > 0 ? ['Failed:', ...failures.map((one) => `  ${one}`)] : []),
    ...(repeat === null ? [] : [`Repeat: ${repeat}`]),
  ];
}

/** Returns the last lines of a run: the unstable tests, and the sum of all counts. The verdict of the red stage has shown the failures. */
export function endOf(results: readonly Counts[]): string[] {
  return summaryOf(results.map((one) => ({ ...one, failures: [] })));
}

export function isRed({ failed }: Counts): boolean {
  return failed > 0;
}

/**
 * Returns the command that repeats the failed files with the same draw, or `null` if no file failed. On another Node, files cannot be
 * repeated by vitest alone.
 */
function repeatOf({ name, failures }: StageResult, seed: string): string | null {
  if (name === 'other Nodes') return null;
  const files = [...new Set(failures.flatMap((one) => /^\S+\.test\.ts(?=: | > )/.exec(one) ?? []))];
  return files.length > 0 ? `${seed === NO_DRAW ? '' : `${SEED_VARIABLE}=${seed} `}npx vitest run ${files.join(' ')}` : null;
}
