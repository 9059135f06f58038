/**
 * Tells users who are members of no account that they are erased, and erases them. The mail and the mark that it was written are one transaction, so a
 * crash leaves both or neither; the rest is by the mark.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import {
  dueLoneUsers,
  ERASURE_MAIL,
  eraseLoneUser,
  type LoneUser,
  lockDueLoneUser,
  setErasing,
} from '@innkeeper/db/tables/lone-users';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { daysKept, erasedAt } from '@innkeeper/model/lone-users';
import type { JobContext } from './job.ts';

/** Returns how many were told or erased. */
export function eraseLoneUsers(cx: JobContext): Promise<number> {
  return forEachDue(cx, {
    name: 'erase-lone-users',
    kind: 'user',
    find: (except) => dueLoneUsers(cx.db, { now: cx.clock.now(), times: cx.settings.loneUsers }, except),
    act: ({ id }) => transact(cx, (one) => tellOrErase(one, id)),
  });
}

async function tellOrErase(cx: MutatingCx, id: number): Promise<boolean> {
  const now = cx.clock.now();
  const user = await lockDueLoneUser(cx.db, id, { now, times: cx.settings.loneUsers });
  if (!user) return false;
  if (user.erases_at === null) await tell(cx, user, erasedAt(now, cx.settings.loneUsers));
  else if (await eraseLoneUser(cx.db, id, now)) await audit(cx, 'user.erased', { kind: 'user', id });
  else return false;
  return true;
}

async function tell(cx: MutatingCx, user: LoneUser, at: Date): Promise<void> {
  await setErasing(cx.db, user.id, at);
  await queueMailToUser(cx, user, {
    accountId: null,
    template: ERASURE_MAIL,
    data: { at: at.getTime(), kept: daysKept(cx.settings.loneUsers) },
    once: `${ERASURE_MAIL}:${user.id}:${at.getTime()}`,
  });
  await audit(cx, 'user.erasure-announced', { kind: 'user', id: user.id }, { at: at.toISOString() });
}
