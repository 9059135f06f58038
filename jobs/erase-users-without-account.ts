/**
 * Notifies users without an account that they will be erased, and erases them later. The mail and the column `erases_at` are written in one
 * transaction, so a crash leaves both or neither. Later runs rely on `erases_at`.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import {
  ERASURE_MAIL,
  eraseUserWithoutAccount,
  listUsersDueForErasure,
  lockUserDueForErasure,
  setErasureTime,
  type UserWithoutAccount,
} from '@innkeeper/db/tables/users-without-account';
import { audit } from '@innkeeper/domain/audit';
import { type MutatingCx, transact } from '@innkeeper/domain/context';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { daysUntilNotice, erasedAt } from '@innkeeper/model/people/users-without-account';
import type { JobContext } from './job.ts';

/** Processes due users. Returns how many were notified or erased. */
export function eraseUsersWithoutAccount(cx: JobContext): Promise<number> {
  return forEachDue(cx, {
    name: 'erase-lone-users',
    kind: 'user',
    find: (except) => listUsersDueForErasure(cx.db, { now: cx.clock.now(), times: cx.settings.usersWithoutAccount }, except),
    act: ({ id }) => transact(cx, (one) => notifyOrErase(one, id)),
  });
}

async function notifyOrErase(cx: MutatingCx, id: number): Promise<boolean> {
  const now = cx.clock.now();
  const user = await lockUserDueForErasure(cx.db, id, { now, times: cx.settings.usersWithoutAccount });
  if (!user) return false;
  if (user.erases_at === null) await notify(cx, user, erasedAt(now, cx.settings.usersWithoutAccount));
  else if (await eraseUserWithoutAccount(cx.db, id, now)) await audit(cx, 'user.erased', { kind: 'user', id });
  else return false;
  return true;
}

async function notify(cx: MutatingCx, user: UserWithoutAccount, at: Date): Promise<void> {
  await setErasureTime(cx.db, user.id, at);
  await queueMailToUser(cx, user, {
    accountId: null,
    template: ERASURE_MAIL,
    data: { at: at.getTime(), kept: daysUntilNotice(cx.settings.usersWithoutAccount) },
    dedupeKey: `${ERASURE_MAIL}:${user.id}:${at.getTime()}`,
  });
  await audit(cx, 'user.erasure-announced', { kind: 'user', id: user.id }, { at: at.toISOString() });
}
