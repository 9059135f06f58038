/**
 * Decides whether the worker of a node is present, from the time of its last beat.
 *
 * A worker beats every 5 s and announces a planned stop (`./innkeeper down`, an update). After an announcement no alert is sent for a
 * while.
 */
import { minutes, seconds } from '../time/clock.ts';

/** Interval between two beats of a worker. */
export const PRESENCE_EVERY_MS = seconds(5);

/** Time since the last beat after which a node gets new machines only if they fit nowhere else. */
export const AWAY_AFTER_MS = seconds(30);

/** Time since the last beat after which a node gets no new machines. */
export const GONE_AFTER_MS = minutes(5);

/**
 * Time since the last beat after which the operator is alerted.
 *
 * A worker that crashed once beats again within this time. Its last beat is up to 5 s old. The worker starts in a few seconds and then
 * waits for `PROBATION_MS`.
 */
export const ALERT_AFTER_MS = seconds(45);

/** Time between the start of a worker after a crash and its first beat. A worker that crashes repeatedly therefore counts as away. */
export const PROBATION_MS = seconds(20);

/** Time within which a worker that announced its stop must be back. */
const RETURN_WITHIN_MS = minutes(5);

/** Columns of a node about its worker. */
export interface WorkerTimes {
  /** Time of the last beat, or `null` if the node never had a worker. */
  seenAt: Date | null;
  /** Announced time of the worker's return, or `null` without an announcement. */
  backBy: Date | null;
}

/** `present`: seen within 30 s. `away`: seen within five minutes. `gone`: seen earlier or never. */
export type Presence = 'present' | 'away' | 'gone';

/** Returns the presence of a node's worker at `now`. */
export function presenceOf({ seenAt }: Pick<WorkerTimes, 'seenAt'>, now: Date): Presence {
  if (seenAt === null) return 'gone';
  const unseenMs = now.getTime() - seenAt.getTime();
  if (unseenMs < AWAY_AFTER_MS) return 'present';
  return unseenMs < GONE_AFTER_MS ? 'away' : 'gone';
}

/** Returns whether the operator should be alerted. Returns false for a node that never had a worker. */
export function shouldAlert({ seenAt, backBy }: WorkerTimes, now: Date): boolean {
  if (seenAt === null || (backBy !== null && now < backBy)) return false;
  return now.getTime() - seenAt.getTime() >= ALERT_AFTER_MS;
}

/** Returns when a worker that starts at `now` may beat first: immediately, unless its predecessor ended without an announcement. */
export function firstBeat({ seenAt, backBy }: WorkerTimes, now: Date): Date {
  return seenAt === null || backBy !== null ? now : new Date(now.getTime() + PROBATION_MS);
}

/** Returns the time by which a worker must be back that stops or is started at `now`. */
export function returnDeadline(now: Date): Date {
  return new Date(now.getTime() + RETURN_WITHIN_MS);
}

/** Returns the latest possible beat of a worker that is away at `now`. */
export function awayCutoff(now: Date): Date {
  return new Date(now.getTime() - AWAY_AFTER_MS);
}

/** A paid order whose deployment waits for a worker. */
export interface WaitingDeployment {
  queuedAt: Date;
  /** Last beat of that worker, or `null` if there was none. */
  seenAt: Date | null;
}

/** Returns whether an order has waited `limitMs` for an absent worker, so that it is refunded. */
export function hasWaitedTooLong({ queuedAt, seenAt }: WaitingDeployment, now: Date, limitMs: number): boolean {
  const since = Math.max(queuedAt.getTime(), seenAt?.getTime() ?? 0);
  return now.getTime() - since >= limitMs;
}
