/** Random numbers by a seed: the same seed makes the same history (mulberry32). */
export interface Random {
  /** From 0 to `below` - 1. */
  below(below: number): number;
  of<T>(choices: readonly T[]): T;
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
  return { below, of: (choices) => choices[below(choices.length)] as (typeof choices)[number] };
}
