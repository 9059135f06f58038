/** What follows a failed attempt: decided here, done elsewhere. */
import { backoffMs } from './backoff.ts';
import { type Pace, UNDO_ATTEMPTS } from './poll-interval.ts';

export interface FailedAttempt {
  /** Failed attempts so far, this one included. */
  attempts: number;
  /** Attempts that may fail. */
  allowed: number;
  /** Milliseconds since the step was begun, and how many it may take. */
  elapsed: number;
  deadlineMs: number;
  /** Whether the step itself said that trying again can't help. */
  final: boolean;
}

export type Verdict = { kind: 'retry'; inMs: number } | { kind: 'back' };

/** Forward: again after a pause while attempts and time are left, else back. A pause never outlasts the deadline. */
export function afterFailedStep(failed: FailedAttempt, pace: Pace, random: number): Verdict {
  const left = failed.deadlineMs - failed.elapsed;
  if (failed.final || failed.attempts >= failed.allowed || left <= 0) return { kind: 'back' };
  return { kind: 'retry', inMs: Math.min(left, backoffMs(failed.attempts, pace, random)) };
}

export interface UndoVerdict {
  inMs: number;
  stuck: boolean;
  /** Whether this attempt is the one that made it stuck: the operator is told once. */
  tell: boolean;
}

/** Back: there is no further way back, so it is tried for ever, slowly once it is stuck. */
export function afterFailedUndo(attempts: number, pace: Pace, random: number): UndoVerdict {
  const stuck = attempts >= UNDO_ATTEMPTS;
  return { stuck, tell: attempts === UNDO_ATTEMPTS, inMs: stuck ? pace.stuckMs : backoffMs(attempts, pace, random) };
}

/** How long the next attempt of a step may take. Whoever takes over after the deadline gets one last look. */
export function attemptLimitMs(elapsed: number, deadlineMs: number, pace: Pick<Pace, 'lastLookMs'>): number {
  return Math.max(deadlineMs - elapsed, Math.min(deadlineMs, pace.lastLookMs));
}
