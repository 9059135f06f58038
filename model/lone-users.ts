/** Users who are members of no account: nobody needs them any more, so they are told, and erased after that unless they show that they are there. */
import { days } from './clock.ts';

export interface LoneUserTimes {
  /** Time in milliseconds from the last membership, or the last sign-in since, to the mail. */
  readonly toldAfterMs: number;
  /** Time in milliseconds from the mail to the erasure: also where no worker was there to send it in time. */
  readonly noticeMs: number;
}

/** Returns the days that a user who signs in has until the next mail. */
export const daysKept = ({ toldAfterMs }: LoneUserTimes): number => Math.floor(toldAfterMs / days(1));

/** Who is told now: alone since then or before. */
export const toldWhenAloneBy = (now: Date, { toldAfterMs }: LoneUserTimes): Date => new Date(now.getTime() - toldAfterMs);

/** Of who is told now. */
export const erasedAt = (told: Date, { noticeMs }: LoneUserTimes): Date => new Date(told.getTime() + noticeMs);

/** Who is erased now: whose mail was sent then or before. */
export const erasedWhenMailedBy = (now: Date, { noticeMs }: LoneUserTimes): Date => new Date(now.getTime() - noticeMs);
