/** Generates random numbers from a seed (mulberry32), so that the same seed produces the same simulation. */
import { createHash } from 'node:crypto';

export interface Random {
  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number;
  of<T>(choices: readonly T[]): T;
  /** Returns true once in `times` calls on average. */
  oneIn(times: number): boolean;
}

export function openRandom(seed: number): Random {
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
 * Returns a function that decides by hash whether an event occurs, on average once in `times` cases. The result depends only on the seed
 * and the parts of the event's name, never on earlier events or calls. The parts must make the event unique, for example by the simulated
 * time or the claim of a workflow.
 */
export const openChance =
  (seed: number) =>
  (times: number, ...what: (string | number)[]): boolean =>
    hashToInteger(seed, ...what) % times === 0;

/** Returns an unsigned 32-bit integer that depends only on the arguments. */
export const hashToInteger = (...what: (string | number)[]): number =>
  createHash('sha256').update(what.join('\n')).digest().readUInt32BE(0);
