import { forEachDue } from '@innkeeper/db/tables/due';
import { waitingSignUps } from '@innkeeper/db/tables/sign-up';
import { transact } from '@innkeeper/domain/context';
import { sendSignUpLink } from '@innkeeper/domain/sign-up/send-link';
import { minutes } from '@innkeeper/model/time/clock';
import type { JobContext } from './job.ts';
import { canMailLinks } from './mail-links.ts';

const BATCH = 100;
/** Longest back-off in milliseconds, because a person waits for the link. */
const MAX_BACKOFF_MS = minutes(10);

/** Sends the requested sign-up links. Returns the number of requests. */
export async function sendSignUps(cx: JobContext): Promise<number> {
  if (!(await canMailLinks(cx, () => waitingSignUps(cx.db, [], 1)))) return 0;
  return forEachDue(cx, {
    name: 'send-sign-ups',
    kind: 'sign_up',
    maxBackoffMs: MAX_BACKOFF_MS,
    find: (except) => waitingSignUps(cx.db, except, BATCH),
    act: ({ id }) => transact(cx, (one) => sendSignUpLink(one, id)),
  });
}
