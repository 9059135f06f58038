import { forEachDue } from '@innkeeper/db/tables/due';
import { waitingSignUps } from '@innkeeper/db/tables/sign-up';
import { transact } from '@innkeeper/domain/context';
import { sendSignUpLink } from '@innkeeper/domain/sign-up/send-link';
import { minutes } from '@innkeeper/model/clock';
import type { JobContext } from './job.ts';
import { canMailLinks } from './mail-links.ts';

const BATCH = 100;
/** Somebody waits for it. */
const LONGEST_PAUSE_MS = minutes(10);

/** Sends the links with which accounts are opened. Returns the number of requests. */
export async function sendSignUps(cx: JobContext): Promise<number> {
  if (!(await canMailLinks(cx, () => waitingSignUps(cx.db, [], 1)))) return 0;
  return forEachDue(cx, {
    name: 'send-sign-ups',
    kind: 'sign_up',
    longestPauseMs: LONGEST_PAUSE_MS,
    find: (except) => waitingSignUps(cx.db, except, BATCH),
    act: ({ id }) => transact(cx, (one) => sendSignUpLink(one, id)),
  });
}
