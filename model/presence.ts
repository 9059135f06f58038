/**
 * Whether the worker of a node is there, decided by when it last wrote that it is. A worker writes it every 5 s, and says when it leaves
 * on purpose (`./innkeeper down`, an update): then nobody is alerted for a while.
 */
import { minutes, seconds } from './clock.ts';

/** Pause between two beats of a worker. */
export const PRESENCE_EVERY_MS = seconds(5);

/** Time since the last beat after which a node gets nothing new while another fits. */
export const AWAY_AFTER_MS = seconds(30);

/** Time since the last beat after which a node gets nothing new at all. */
export const GONE_AFTER_MS = minutes(5);

/**
 * Time since the last beat after which the operator is alerted. A worker that crashed once beats again within it: its last beat is up to
 * 5 s old, it starts in a few seconds, and waits out `PROBATION_MS`.
 */
export const ALERT_AFTER_MS = seconds(45);

/** Time that a worker which follows a crash works before its first beat, so that one that crashes again and again counts as away. */
export const PROBATION_MS = seconds(20);

/** Time that a worker has to be back in, once it said that it leaves. */
const RETURN_WITHIN_MS = minutes(5);

/** What the row of a node says of its worker. */
export interface Sighting {
  /** Time of the last beat; `null` if no worker was ever there. */
  seenAt: Date | null;
  /** By when the worker is to be back, as it announced; `null` if it announced nothing. */
  backBy: Date | null;
}

/** `present`: seen within 30 s. `away`: within five minutes. `gone`: longer ago, or never. */
export type Presence = 'present' | 'away' | 'gone';

export function presenceOf({ seenAt }: Pick<Sighting, 'seenAt'>, now: Date): Presence {
  if (seenAt === null) return 'gone';
  const unseenMs = now.getTime() - seenAt.getTime();
  if (unseenMs < AWAY_AFTER_MS) return 'present';
  return unseenMs < GONE_AFTER_MS ? 'away' : 'gone';
}

/** Returns whether the operator is to be alerted. A node that never had a worker is not missed. */
export function isMissed({ seenAt, backBy }: Sighting, now: Date): boolean {
  if (seenAt === null || (backBy !== null && now < backBy)) return false;
  return now.getTime() - seenAt.getTime() >= ALERT_AFTER_MS;
}

/** Returns when a worker that starts to work at `now` may beat first: at once unless the one before it ended without a word. */
export function firstBeat({ seenAt, backBy }: Sighting, now: Date): Date {
  return seenAt === null || backBy !== null ? now : new Date(now.getTime() + PROBATION_MS);
}

/** Returns by when a worker that leaves at `now`, or is being started, is to be back. */
export function returnDeadline(now: Date): Date {
  return new Date(now.getTime() + RETURN_WITHIN_MS);
}

/** Latest beat of a worker that is away at `now`. */
export function awaySince(now: Date): Date {
  return new Date(now.getTime() - AWAY_AFTER_MS);
}

/** A paid order whose deploy waits for a worker. */
export interface Waiting {
  queuedAt: Date;
  /** Last beat of the worker that it waits for. */
  seenAt: Date | null;
}

/** Returns whether an order has waited so long for a worker that is away that its money goes back. */
export function hasWaitedTooLong({ queuedAt, seenAt }: Waiting, now: Date, limitMs: number): boolean {
  const since = Math.max(queuedAt.getTime(), seenAt?.getTime() ?? 0);
  return now.getTime() - since >= limitMs;
}
