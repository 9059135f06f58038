/**
 * Decides whether a process has stopped answering. The supervisor asks each process a question every 5 s and counts the rounds without
 * an answer. Only rounds that came on time count: after a laptop slept, or while the supervisor itself got no CPU time, silence proves
 * nothing.
 */
import { seconds } from './clock.ts';

/** Pause between two questions. */
export const ASK_EVERY_MS = seconds(5);

/** Number of unanswered rounds in a row after which a process is restarted: 30 s. */
export const MAX_UNANSWERED = 6;

/** Share of the pause by which a round may come early or late and still count. */
const TOLERANCE = 0.5;

/** What the supervisor remembers of a process from one round to the next. */
export interface Rounds {
  /** Monotonic time of the last round in milliseconds. `null` before the first round. */
  lastAt: number | null;
  /** Whether the last round asked a question. */
  asked: boolean;
  /** Number of unanswered rounds in a row. */
  unanswered: number;
}

export interface Round {
  /** Monotonic time in milliseconds. */
  at: number;
  /** Whether the process has started and was not told to stop. Only such a process is asked. */
  serving: boolean;
  /** Whether an answer came since the last round. */
  answered: boolean;
}

export const NO_ROUNDS: Rounds = { lastAt: null, asked: false, unanswered: 0 };

/** Returns the state after a round. A state for which `isHung` holds calls for a restart. */
export function nextRound(rounds: Rounds, { at, serving, answered }: Round, everyMs = ASK_EVERY_MS): Rounds {
  const next = { lastAt: at, asked: serving };
  if (!serving || answered || !rounds.asked || !isOnTime(rounds.lastAt, at, everyMs)) return { ...next, unanswered: 0 };
  return { ...next, unanswered: rounds.unanswered + 1 };
}

/** Returns whether the process has not answered for so long that it is restarted. */
export function isHung({ unanswered }: Rounds): boolean {
  return unanswered >= MAX_UNANSWERED;
}

function isOnTime(lastAt: number | null, at: number, everyMs: number): boolean {
  return lastAt !== null && Math.abs(at - lastAt - everyMs) <= everyMs * TOLERANCE;
}
