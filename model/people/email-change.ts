/**
 * A change of a user's email address.
 *
 * The change takes effect when the links of both mails are used within a day. It ends earlier if either link or the user stops it, or if
 * the user requests another change.
 *
 * Staff can request a change for a user who has lost the previous address. Such a change takes effect without the link to that address,
 * after two days in which it can be stopped.
 */
import { days, hours } from '../time/clock.ts';

/**
 * Times in milliseconds for a change that staff requested. The owner of the previous address can stop the change for `stoppedForMs`. The
 * link to the new address is valid for `linkMs`. `linkMs` must be longer than `stoppedForMs`, and shorter than the retention of these rows.
 */
export const LOST_ADDRESS = { stoppedForMs: hours(48), linkMs: days(5) } as const;

/** Address that a mail was sent to. */
export type EmailSide = 'new' | 'old';

export interface EmailChangeState {
  readonly expires_at: Date;
  readonly new_confirmed_at: Date | null;
  readonly old_confirmed_at: Date | null;
  /** Time from which the new address suffices without the link to the previous one, or `null` for never. */
  readonly counts_from: Date | null;
  readonly outcome: 'changed' | 'stopped' | 'replaced' | null;
}

/**
 * Returns the effect of a used link.
 *
 * - `gone`: none, because the change has ended or expired.
 * - `done`: none, because the address was already changed.
 * - `waits`: the change still waits for the other link or for its time.
 * - `switch`: the address changes now.
 */
export function emailConfirmation(change: EmailChangeState, side: EmailSide, now: Date): 'gone' | 'done' | 'waits' | 'switch' {
  if (change.outcome === 'changed') return 'done';
  if (change.outcome !== null || change.expires_at <= now) return 'gone';
  const other = side === 'new' ? change.old_confirmed_at : change.new_confirmed_at;
  return other !== null || (side === 'new' && hasReachedStart(change, now)) ? 'switch' : 'waits';
}

/**
 * Returns whether a pending change takes effect now: its new address is confirmed and its time has come. Its link may have expired since.
 */
export function isEmailChangeDue(change: EmailChangeState, now: Date): boolean {
  return change.outcome === null && change.new_confirmed_at !== null && hasReachedStart(change, now);
}

const hasReachedStart = ({ counts_from }: EmailChangeState, now: Date): boolean => counts_from !== null && counts_from <= now;
