/** Decides what follows a failed attempt. Has no side effects. */
import { backoffMs } from './backoff.ts';
import { type Timings, UNDO_ATTEMPTS } from './timings.ts';

export interface FailedAttempt {
  /** Number of failed attempts, including this attempt. */
  attempts: number;
  /** Maximum number of failed attempts. */
  allowed: number;
  /** Time in milliseconds that the step has spent. */
  elapsed: number;
  /** Maximum of `elapsed`. */
  deadlineMs: number;
  /** `true` if the error is permanent, so that no retry can help. */
  final: boolean;
}

export type RetryDecision = { kind: 'retry'; inMs: number } | { kind: 'roll-back' };

/**
 * Decides about a step: retries after a delay while attempts and time are left, and otherwise rolls back. A delay never outlasts the
 * deadline.
 */
export function afterFailedStep(failed: FailedAttempt, timings: Timings, random: number): RetryDecision {
  const left = failed.deadlineMs - failed.elapsed;
  if (failed.final || failed.attempts >= failed.allowed || left <= 0) return { kind: 'roll-back' };
  return { kind: 'retry', inMs: Math.min(left, backoffMs(failed.attempts, timings, random)) };
}

export interface UndoRetryDecision {
  inMs: number;
  stuck: boolean;
  /** `true` if this attempt made the workflow stuck. The operator gets one alert. */
  becameStuck: boolean;
}

/** Decides about an undo: retries without limit, and slowly once the workflow is stuck. */
export function afterFailedUndo(attempts: number, timings: Timings, random: number): UndoRetryDecision {
  const stuck = attempts >= UNDO_ATTEMPTS;
  return { stuck, becameStuck: attempts === UNDO_ATTEMPTS, inMs: stuck ? timings.stuckMs : backoffMs(attempts, timings, random) };
}

/** Returns the time limit of the next attempt in milliseconds. A worker that takes over after the deadline gets one last attempt. */
export function attemptLimitMs(elapsed: number, deadlineMs: number, timings: Pick<Timings, 'lastLookMs'>): number {
  return Math.max(deadlineMs - elapsed, Math.min(deadlineMs, timings.lastLookMs));
}
