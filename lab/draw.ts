/**
 * Draws a part of expensive tests by a seed. Other seeds draw other parts, and a failed draw is repeated by its seed.
 *
 * Without a seed nothing is drawn, so all tests run.
 */
import { hash } from 'node:crypto';

/** Bytes of a digest that a draw reads. No list of tests is long enough for a bias. */
const DRAW_BYTES = 6;

/** Returns the seed of the run. Returns undefined if `INNKEEPER_TEST_SEED` is `all` or not set. Throws if it is not a word. */
export function seed(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { INNKEEPER_TEST_SEED: value = 'all' } = environment;
  if (value === 'all') return undefined;
  // The seed is part of test names and of a command to copy.
  if (!/^[0-9A-Za-z]+$/.test(value)) throw new Error(`INNKEEPER_TEST_SEED must be letters and digits, or \`all\`: \`${value}\``);
  return value;
}

/**
 * Returns one of the choices with a seed, and all of them without one. The draw depends only on the seed and on the parts of the place,
 * such as a file, or a scenario and a class.
 */
export function draw<T>(seedOfRun: string | undefined, place: readonly string[], choices: readonly T[]): readonly T[] {
  if (seedOfRun === undefined || choices.length === 0) return choices;
  const digest = hash('sha256', JSON.stringify([seedOfRun, ...place]), 'buffer');
  const at = digest.readUIntBE(0, DRAW_BYTES) % choices.length;
  return choices.slice(at, at + 1);
}
