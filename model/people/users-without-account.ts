/** Users without an account. They are notified, and then erased unless they show activity. */
import { days } from '../time/clock.ts';

export interface UserWithoutAccountTimes {
  /** Time in milliseconds from the end of the last membership, or a later sign-in, to the mail. */
  readonly notifyAfterMs: number;
  /** Time in milliseconds from the mail to the erasure, even if the mail was sent late. */
  readonly noticeMs: number;
}

/** Returns the number of days from a sign-in to the next mail. */
export const daysUntilNotice = ({ notifyAfterMs }: UserWithoutAccountTimes): number => Math.floor(notifyAfterMs / days(1));

/** Returns the cutoff of the mail: users without an account since this time or earlier are notified now. */
export const noticeCutoff = (now: Date, { notifyAfterMs }: UserWithoutAccountTimes): Date =>
  new Date(now.getTime() - notifyAfterMs);

/** Returns when a user is erased whose mail is sent at `notifiedAt`. */
export const erasedAt = (notifiedAt: Date, { noticeMs }: UserWithoutAccountTimes): Date =>
  new Date(notifiedAt.getTime() + noticeMs);

/** Returns the cutoff of the erasure: users who were notified at this time or earlier are erased now. */
export const erasureCutoff = (now: Date, { noticeMs }: UserWithoutAccountTimes): Date => new Date(now.getTime() - noticeMs);
