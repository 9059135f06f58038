import { forEachDue } from '@innkeeper/db/tables/due';
import { waitingPasswordResets } from '@innkeeper/db/tables/passwords';
import { transact } from '@innkeeper/domain/context';
import { sendPasswordReset } from '@innkeeper/domain/passwords/send-reset';
import { minutes } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';
import { canMailLinks } from './mail-links.ts';

const BATCH = 100;
/** Longest back-off in milliseconds, because a user waits for the link. */
const MAX_BACKOFF_MS = minutes(10);

/** Sends the requested password reset links to users. Returns the number of requests. */
export async function sendPasswordResets(cx: JobContext): Promise<number> {
  if (!(await canMailLinks(cx, () => waitingPasswordResets(cx.db, [], 1)))) return 0;
  return forEachDue(cx, {
    name: 'send-password-resets',
    kind: 'password_reset',
    maxBackoffMs: MAX_BACKOFF_MS,
    find: (except) => waitingPasswordResets(cx.db, except, BATCH),
    act: ({ id }) => transact(cx, (one) => sendPasswordReset(one, id)),
  });
}
