/**
 * Decides whether a process has stopped answering.
 *
 * The supervisor sends each process a question every 5 s and counts rounds without an answer. Only rounds that take place on time count.
 * After a laptop slept, or while the supervisor itself got no CPU time, a missing answer proves nothing.
 */
import { seconds } from '../time/clock.ts';

/** Interval between two questions. */
export const ASK_EVERY_MS = seconds(5);

/** Consecutive unanswered rounds after which a process is restarted: 30 s. */
export const MAX_UNANSWERED = 6;

/** Share of the interval by which a round may be early or late and still count. */
const TOLERANCE = 0.5;

/** State of a process between two rounds. */
export interface Rounds {
  /** Monotonic time of the last round in milliseconds, or `null` before the first round. */
  lastAt: number | null;
  /** True if the last round sent a question. */
  asked: boolean;
  /** Number of consecutive unanswered rounds. */
  unanswered: number;
}

export interface Round {
  /** Monotonic time in milliseconds. */
  at: number;
  /** True if the process has started and is not stopping. Other processes get no question. */
  serving: boolean;
  /** True if an answer arrived since the last round. */
  answered: boolean;
}

export const NO_ROUNDS: Rounds = { lastAt: null, asked: false, unanswered: 0 };

/** Returns the state after a round. The caller restarts the process if `isHung` is true for this state. */
export function nextRound(rounds: Rounds, { at, serving, answered }: Round, everyMs = ASK_EVERY_MS): Rounds {
  const next = { lastAt: at, asked: serving };
  if (!serving || answered || !rounds.asked || !isOnTime(rounds.lastAt, at, everyMs)) return { ...next, unanswered: 0 };
  return { ...next, unanswered: rounds.unanswered + 1 };
}

/** Returns whether the process has not answered for so many rounds that it must be restarted. */
export function isHung({ unanswered }: Rounds): boolean {
  return unanswered >= MAX_UNANSWERED;
}

function isOnTime(lastAt: number | null, at: number, everyMs: number): boolean {
  return lastAt !== null && Math.abs(at - lastAt - everyMs) <= everyMs * TOLERANCE;
}
