/** The time of `./innkeeper test`: the run of a newcomer and the run of a landing, stage by stage. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readStoredRun } from '@innkeeper/apps/testing/stored-run';
import { part, type Target } from '../part.ts';
import { row } from '../words.ts';

interface StageFigures {
  name: string;
  seconds: number;
  cpuSeconds: number;
  /** Number of tests that ran. */
  tests: number;
}

interface RunFigures {
  name: 'newcomer' | 'landing';
  /** Duration of the command, with the build and the checks of packages. */
  seconds: number;
  stages: readonly StageFigures[];
}

const MAX_MINUTES = { newcomer: 12, landing: 25 };
/** Limit for checks and `fast`, the first two stages. */
const MAX_FIRST_MINUTES = 5;

const COMMAND = path.resolve(import.meta.dirname, '../../../innkeeper');

export const tests = part<readonly RunFigures[]>({
  title: 'Tests',
  always: false,
  async measure({ say }) {
    const { CI: _ci, INNKEEPER_TEST_SEED: _seed, ...env } = process.env;
    say('the run of a newcomer');
    const newcomer = await measureRun('newcomer', env);
    say('the run of a landing');
    return [newcomer, await measureRun('landing', { ...env, CI: 'true' })];
  },
  section: sectionOf,
  targets: targetsOf,
});

/** Runs the command and returns its figures. Throws if a stage is red. */
async function measureRun(name: RunFigures['name'], env: NodeJS.ProcessEnv): Promise<RunFigures> {
  const began = performance.now();
  const child = spawn(COMMAND, ['test'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the run of a ${name} ended with code ${code}`);
  const stages = readStoredRun().stages.map((stage) => ({
    ...{ name: stage.name, seconds: stage.seconds, cpuSeconds: stage.cpuSeconds },
    tests: stage.passed + stage.failed,
  }));
  return { name, seconds: (performance.now() - began) / 1000, stages };
}

function sectionOf(runs: readonly RunFigures[]): string {
  const rows = runs.flatMap(({ name, seconds, stages }) => [
    ...stages.map((stage) =>
      row(name, stage.name, String(stage.tests), minutes(stage.seconds), `${stage.cpuSeconds.toFixed(0)} s`),
    ),
    row(name, '**all**', String(sum(stages, 'tests')), minutes(seconds), `${sum(stages, 'cpuSeconds').toFixed(0)} s`),
  ]);
  return `\`./innkeeper test\` by a newcomer, then with CI=true as before a landing. The processor time is that of the whole machine during a stage, so other programs
add to it. "All" has the minutes of the whole command.

| run | stage | tests | time | processor time |
|---|---|---|---|---|
${rows.join('\n')}`;
}

function targetsOf(runs: readonly RunFigures[]): Target[] {
  const whole = runs.map(({ name, seconds }) => targetOf(`Tests: the run of a ${name}`, seconds, MAX_MINUTES[name]));
  const first = runs.map(({ name, stages }) =>
    targetOf(`Tests: the first two stages of a ${name}`, sum(stages.slice(0, 2), 'seconds'), MAX_FIRST_MINUTES),
  );
  return [...whole, ...first];
}

function targetOf(target: string, seconds: number, maxMinutes: number): Target {
  return {
    target,
    aim: `at most ${maxMinutes} min on 2 quiet cores`,
    measured: minutes(seconds),
    met: seconds <= maxMinutes * 60,
  };
}

const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`;

function sum(stages: readonly StageFigures[], key: 'seconds' | 'cpuSeconds' | 'tests'): number {
  return stages.reduce((total, stage) => total + stage[key], 0);
}
