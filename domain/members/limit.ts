/** The limit of members per account, including open invitations. */
import { countOpenInvitations } from '@innkeeper/db/tables/invitations';
import { countMembers } from '@innkeeper/db/tables/members';
import { Failure } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';

type LimitContext = Pick<Cx, 'db' | 'clock' | 'settings'>;

/**
 * Returns whether members and open invitations together have reached the limit. `exceptInvitation` is the id of an invitation that does not count.
 * The caller has locked the members.
 */
export async function isFull(
  { db, clock, settings }: LimitContext,
  accountId: number,
  exceptInvitation?: number,
): Promise<boolean> {
  const invited = await countOpenInvitations(db, { accountId, now: clock.now(), exceptId: exceptInvitation });
  return (await countMembers(db, accountId)) + invited >= settings.membersPerAccount;
}

/**
 * Returns whether the members alone have reached the limit. Open invitations do not count, because they must not keep an invited person
 * from joining.
 */
export async function hasAllMembers({ db, settings }: LimitContext, accountId: number): Promise<boolean> {
  return (await countMembers(db, accountId)) >= settings.membersPerAccount;
}

/** Throws `wrong_state` if one more invitation would exceed the limit. The caller has locked the members. */
export async function refuseIfFull(cx: LimitContext, accountId: number, exceptInvitation?: number): Promise<void> {
  if (!(await isFull(cx, accountId, exceptInvitation))) return;
  const max = cx.settings.membersPerAccount;
  throw new Failure('wrong_state', {
    message: `An account can have at most ${max} members, open invitations included. Remove a member or withdraw an invitation first.`,
  });
}
