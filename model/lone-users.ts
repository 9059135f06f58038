/** Users who are members of no account: nobody needs them any more, so they are told, and erased after that unless they show that they are there. */
import { days } from './clock.ts';

/** So long after the last membership, or the last sign-in since, they are told. */
const TOLD_AFTER_MS = days(60);
/** So long after the mail they are erased: also where no worker was there to send it in time. */
const NOTICE_MS = days(30);
/** So many days more there are for who signs in, before the next mail. */
export const KEPT_DAYS = TOLD_AFTER_MS / days(1);

/** Who is told now: alone since then or before. */
export const toldWhenAloneBy = (now: Date): Date => new Date(now.getTime() - TOLD_AFTER_MS);

/** Of who is told now. */
export const erasedAt = (told: Date): Date => new Date(told.getTime() + NOTICE_MS);

/** Who is erased now: whose mail was sent then or before. */
export const erasedWhenMailedBy = (now: Date): Date => new Date(now.getTime() - NOTICE_MS);
