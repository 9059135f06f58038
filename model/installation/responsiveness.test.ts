import { expect, test } from 'vitest';
import { ASK_EVERY_MS, isHung, NO_ROUNDS, nextRound, type Round } from './responsiveness.ts';

/**
 * Returns when a process counts as hung. One letter per round: `.` answered, `x` unanswered, `s` starting or stopping. A preceding number
 * is the interval in seconds, 5 by default.
 */
function hungAfter(rounds: string): number | null {
  let state = NO_ROUNDS;
  let at = 1_000;
  for (const [index, word] of rounds.split(' ').entries()) {
    const [, pause, kind] = /^([\d.]*)([.xs])$/.exec(word) ?? expect.fail(word);
    at += pause ? Number(pause) * 1_000 : ASK_EVERY_MS;
    const round: Round = { at, serving: kind !== 's', answered: kind === '.' };
    state = nextRound(state, round);
    if (isHung(state)) return index + 1;
  }
  return null;
}

test.each([
  ['six unanswered rounds after an answer', '. x x x x x x', 7],
  ['the first round asks, so it cannot be unanswered', 'x x x x x x x', 7],
  ['five are not enough', '. x x x x x', null],
  ['an answer begins the count again', '. x x x x x . x x x x x', null],
  ['one late answer is enough', '. x x x x x . x x x x x x', 13],
  ['a laptop slept for an hour', '. x x x 3600x x x x x x', null],
  ['a laptop slept, and the process still does not answer', '. x x x 3600x x x x x x x', 11],
  ['the supervisor gets no CPU time: each round is late', '. 8x 9x 8x 12x 8x 9x 30x 8x', null],
  ['rounds that come in a burst after a pause', '. 60x 0.1x 0.1x 0.1x 0.1x 0.1x 0.1x 0.1x', null],
  ['a little late is on time', '. 7x 3x 7x 3x 7x 3x', 7],
  ['a start takes long', 's s s s s s s s s s', null],
  ['a start takes long, then it hangs', 's s s s s s s s x x x x x x x', 15],
  ['it is told to stop', '. x x x x x s s s s s s s s', null],
  ['it is started again', '. x x x x x s x x x x x x', null],
] as const)('%s', (_name, rounds, expected) => {
  expect(hungAfter(rounds)).toBe(expected);
});
