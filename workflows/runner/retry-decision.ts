/** Decides what follows a failed attempt. Pure. */
import { backoffMs } from './backoff.ts';
import { type Timings, UNDO_ATTEMPTS } from './timings.ts';

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

export type RetryDecision = { kind: 'retry'; inMs: number } | { kind: 'roll-back' };

/** Of a step: retry after a pause while attempts and time are left, otherwise roll back. A pause never outlasts the deadline. */
export function afterFailedStep(failed: FailedAttempt, timings: Timings, random: number): RetryDecision {
  const left = failed.deadlineMs - failed.elapsed;
  if (failed.final || failed.attempts >= failed.allowed || left <= 0) return { kind: 'roll-back' };
  return { kind: 'retry', inMs: Math.min(left, backoffMs(failed.attempts, timings, random)) };
}

export interface UndoRetryDecision {
  inMs: number;
  stuck: boolean;
  /** Whether this attempt is the one that made it stuck: the operator is told once. */
  tell: boolean;
}

/** Of an undo: it is retried for ever, slowly once it is stuck. */
export function afterFailedUndo(attempts: number, timings: Timings, random: number): UndoRetryDecision {
  const stuck = attempts >= UNDO_ATTEMPTS;
  return { stuck, tell: attempts === UNDO_ATTEMPTS, inMs: stuck ? timings.stuckMs : backoffMs(attempts, timings, random) };
}

/** How long the next attempt of a step may take. A worker that takes over after the deadline gets one last attempt. */
export function attemptLimitMs(elapsed: number, deadlineMs: number, timings: Pick<Timings, 'lastLookMs'>): number {
  return Math.max(deadlineMs - elapsed, Math.min(deadlineMs, timings.lastLookMs));
}
