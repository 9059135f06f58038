/** The seed of a run, by which tests draw some of many cases (`lab/draw.ts`). */
import { spawnSync } from 'node:child_process';
import { projectRoot } from '../installation/home.ts';

/** Value of the variable with which nothing is drawn and all cases run. */
export const NO_DRAW = 'all';

/** Environment variable of the seed. */
export const SEED_VARIABLE = 'INNKEEPER_TEST_SEED';

const DIGITS = 8;

/**
 * Returns the seed of a run: the variable's value, or else the first eight digits of the commit's tree. Each landing thus draws other cases,
 * and a clone draws the same. Returns `0` without git.
 */
export function readSeed(environment: NodeJS.ProcessEnv = process.env, root = projectRoot): string {
  const named = environment[SEED_VARIABLE];
  if (named !== undefined && named !== '') return named;
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.slice(0, DIGITS) : '0';
}
