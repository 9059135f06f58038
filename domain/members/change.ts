/** The common part of changes of members: locks them and checks that the caller may still change them. */
import { findMember, lockMembers, type Member } from '@innkeeper/db/tables/members';
import { findToken } from '@innkeeper/db/tables/tokens';
import { Failure } from '@innkeeper/model/failures';
import { nameInMail } from '@innkeeper/model/mail/names';
import { type MemberAbility, type Role, roleMay } from '@innkeeper/model/people/roles';
import { tokenMay } from '@innkeeper/model/people/token-powers';
import { requireAbility } from '../access/roles.ts';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';

/**
 * Locks the members of the caller's account and checks the caller's current role, which another change may have altered.
 *
 * Throws `unauthenticated` if the caller is no longer a member, and `insufficient_role` if the role lacks the ability. Throws
 * `out_of_scope` for a token with limits of its own. Throws `ability_missing` if a token without `account` assigns a role that manages
 * members (`gives`): the token would give others what it lacks.
 */
export async function beginMemberChange(cx: MutatingCx<Customer>, needs: MemberAbility, gives?: Role): Promise<Member> {
  const { accountId } = cx.actor;
  await refuseBoundToken(cx, gives);
  await lockMembers(cx.db, accountId);
  const caller = await findMember(cx.db, cx.actor);
  if (!caller) throw new Failure('unauthenticated');
  if (!roleMay(caller.role, needs)) requireAbility({ ...cx, actor: { ...cx.actor, role: caller.role } }, needs);
  return caller;
}

async function refuseBoundToken({ db, actor }: MutatingCx<Customer>, gives: Role | undefined): Promise<void> {
  if (actor.kind !== 'token') return;
  const token = await findToken(db, actor.id);
  if (!token || token.monthly_cap !== null || token.expires_at !== null || token.allowed_networks.length > 0)
    throw new Failure('out_of_scope', {
      message:
        'An access token with an expiry, a spending cap or allowed networks cannot manage members. Use a token without these limits.',
    });
  if (gives && roleMay(gives, 'manage-members') && !tokenMay(token, 'account'))
    throw new Failure('ability_missing', {
      message: `The role ${gives} may manage members, so a token needs the ability account to assign it.`,
    });
}

/** Mails a user about the new role, or about the removal. */
export async function notifyOfRole(
  cx: MutatingCx,
  { member, account, role }: { member: Member; account: string; role: Role | null },
): Promise<void> {
  const once = `membership-changed:${member.id}:${role}:${cx.clock.now().getTime()}`;
  const user = { id: member.user_id, email: member.email, language: member.language };
  const data = { account, role };
  await queueMailToUser(cx, user, { accountId: member.account_id, template: 'membership-changed', data, dedupeKey: once });
}

/** Returns the name of an account in mails: its company or its name, unless that contains a link (model/mail/names.ts). */
export async function nameOfAccount(cx: Pick<MutatingCx, 'db'>, accountId: number): Promise<string> {
  return nameInMail(await fullNameOfAccount(cx, accountId), `account ${accountId}`);
}

/** Returns the company of an account, or its name, as entered by its owner. */
export async function fullNameOfAccount({ db }: Pick<MutatingCx, 'db'>, accountId: number): Promise<string> {
  const { name, company_name } = await db
    .selectFrom('accounts')
    .select(['name', 'company_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return company_name ?? (name || `account ${accountId}`);
}
