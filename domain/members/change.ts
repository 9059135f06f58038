/** What changes of members have in common: nobody else changes them meanwhile, and the caller still may. */
import { findMember, holdMembers, type Member } from '@innkeeper/db/tables/members';
import { findToken } from '@innkeeper/db/tables/tokens';
import { Failure } from '@innkeeper/model/failures';
import { nameInMail } from '@innkeeper/model/mail/names';
import { type MemberAbility, type Role, roleMay } from '@innkeeper/model/roles';
import { tokenMay } from '@innkeeper/model/token-powers';
import { requireAbility } from '../access/roles.ts';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToUser } from '../mail/to-user.ts';

/**
 * Holds the members of the caller's account, and asks what the caller's role is now: another change may have come first. Throws
 * `unauthenticated` when the caller is a member no more, `insufficient_role` when the role lacks the ability, `out_of_scope` for a
 * token with bounds of its own, and `ability_missing` for a token without `account` that `gives` a role which decides about the account:
 * such a token would give others what it lacks.
 */
export async function beginMemberChange(cx: MutatingCx<Customer>, needs: MemberAbility, gives?: Role): Promise<Member> {
  const { accountId } = cx.actor;
  await refuseBoundToken(cx, gives);
  await holdMembers(cx.db, accountId);
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

/** Tells a user of the new role, or that there is none any more. */
export async function tellOfRole(
  cx: MutatingCx,
  { member, account, role }: { member: Member; account: string; role: Role | null },
): Promise<void> {
  const once = `membership-changed:${member.id}:${role}:${cx.clock.now().getTime()}`;
  const user = { id: member.user_id, email: member.email, language: member.language };
  const data = { account, role };
  await queueMailToUser(cx, user, { accountId: member.account_id, template: 'membership-changed', data, once });
}

/** Returns how mails call an account: by its company or its name, unless that holds a link (model/mail/names.ts). */
export async function nameOfAccount(cx: Pick<MutatingCx, 'db'>, accountId: number): Promise<string> {
  return nameInMail(await fullNameOfAccount(cx, accountId), `account ${accountId}`);
}

/** Returns the company of an account, or its name, as its owner wrote it. */
export async function fullNameOfAccount({ db }: Pick<MutatingCx, 'db'>, accountId: number): Promise<string> {
  const { name, company_name } = await db
    .selectFrom('accounts')
    .select(['name', 'company_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return company_name ?? (name || `account ${accountId}`);
}
