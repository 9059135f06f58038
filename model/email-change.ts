/**
 * A change of a user's address: it waits until the links of both mails were used, within a day. Then it is done. It ends before that when it is
 * stopped, by either link or by the user, or when the user asks for another. One that the staff has asked for, since the user has lost the address of
 * before, is done without that one's link once two days have passed in which it could be stopped.
 */
import { days, hours } from './clock.ts';

/** How long the address of before can stop what the staff has asked for, and how long the link to the new address works: longer, and less than such rows are kept. */
export const LOST_ADDRESS = { stoppedForMs: hours(48), linkMs: days(5) } as const;

/** To which address the mail went. */
export type EmailSide = 'new' | 'old';

export interface EmailChangeState {
  readonly expires_at: Date;
  readonly new_confirmed_at: Date | null;
  readonly old_confirmed_at: Date | null;
  /** From when on the new address counts without the link to the one of before; null: never. */
  readonly counts_from: Date | null;
  readonly outcome: 'changed' | 'stopped' | 'replaced' | null;
}

/**
 * What comes of a link that is used: `gone`, nothing; `done`, nothing more, since it was changed already; `waits`, the other link or its time is waited
 * for; `switch`, the address is changed now.
 */
export function emailConfirmation(change: EmailChangeState, side: EmailSide, now: Date): 'gone' | 'done' | 'waits' | 'switch' {
  if (change.outcome === 'changed') return 'done';
  if (change.outcome !== null || change.expires_at <= now) return 'gone';
  const other = side === 'new' ? change.old_confirmed_at : change.new_confirmed_at;
  return other !== null || (side === 'new' && counts(change, now)) ? 'switch' : 'waits';
}

/** Whether one that waits is done now, as its new address was proven and its time has come. Its link may have expired meanwhile. */
export function emailCounts(change: EmailChangeState, now: Date): boolean {
  return change.outcome === null && change.new_confirmed_at !== null && counts(change, now);
}

const counts = ({ counts_from }: EmailChangeState, now: Date): boolean => counts_from !== null && counts_from <= now;
