import { forEachDue } from '@innkeeper/db/tables/due';
import { waitingPasswordResets } from '@innkeeper/db/tables/passwords';
import { transact } from '@innkeeper/domain/context';
import { sendPasswordReset } from '@innkeeper/domain/passwords/send-reset';
import { minutes } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';

const BATCH = 100;
/** Somebody waits for it. */
const LONGEST_PAUSE_MS = minutes(10);

/** Sends the links for new passwords that were asked for, to those who are users. Returns how many were asked for. */
export function sendPasswordResets(cx: JobContext): Promise<number> {
  return forEachDue(cx, {
    name: 'send-password-resets',
    kind: 'password_reset',
    longestPauseMs: LONGEST_PAUSE_MS,
    find: (except) => waitingPasswordResets(cx.db, except, BATCH),
    act: ({ id }) => transact(cx, (one) => sendPasswordReset(one, id)),
  });
}
