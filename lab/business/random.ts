/** Random numbers by a seed: the same seed makes the same history (mulberry32). */
import { createHash } from 'node:crypto';

export interface Random {
  /** From 0 to `below` - 1. */
  below(below: number): number;
  of<T>(choices: readonly T[]): T;
  /** True once in so many. */
  oneIn(times: number): boolean;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    of: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    oneIn: (times) => below(times) === 0,
  };
}

/**
 * Chance by name: whether something is one in so many depends on the seed and on what it is, never on what else happened before or how often
 * somebody looked. Its name says which one of many it is: a moment of the history's clock, the claim of a workflow.
 */
export const chanceOf =
  (seed: number) =>
  (times: number, ...what: (string | number)[]): boolean =>
    hashed(seed, ...what) % times === 0;

export const hashed = (...what: (string | number)[]): number =>
  createHash('sha256').update(what.join('\n')).digest().readUInt32BE(0);
