/**
 * Identifies the user whom an account's identity provider has signed in.
 *
 * A user is identified by issuer and subject. The first sign-in links the user by email address. The provider must have verified the
 * address, and its domain must be proven for the account. The user must be a member or invited, unless the account admits everyone.
 *
 * The owner is never linked by address: an administrator, who chooses the provider, could become the owner that way.
 */
import type { IdentityProviderRow } from '@innkeeper/db/tables/identity-providers';
import { deleteInvitation, findInvitationTo, type InvitationRow } from '@innkeeper/db/tables/invitations';
import { findMember, lockMembers } from '@innkeeper/db/tables/members';
import { findSignInUser, findSignInUserById, type SignInUser } from '@innkeeper/db/tables/sign-in';
import { findIdentity, insertIdentity, recordIdentityUse } from '@innkeeper/db/tables/user-identities';
import { holdUser, insertMembership, insertUser } from '@innkeeper/db/tables/users';
import { RaceLost } from '@innkeeper/db/transaction';
import { hasShortLocalPart } from '@innkeeper/model/mail/address';
import type { Claims } from '@innkeeper/model/openid/client';
import type { Role } from '@innkeeper/model/people/roles';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMail } from '../mail/queue.ts';
import { nameOfAccount } from '../members/change.ts';
import { joinAccount } from '../members/join.ts';
import { hasAllMembers, isFull } from '../members/limit.ts';
import { signInNetwork } from '../sign-in/place.ts';

export type Identified = { readonly user: SignInUser } | { readonly refused: keyof typeof NOT_IDENTIFIED };

export const NOT_IDENTIFIED = {
  'not a member': 'You are not a member of this account. Ask one of its administrators for an invitation.',
  removed: 'You were removed from this account. Ask one of its administrators for an invitation.',
  'other subject': 'Your user is linked to a different identity at the identity provider. Ask an administrator of the account.',
  owner: 'The account owner must test single sign-on before signing in with the identity provider.',
  suspended: 'This user is suspended. Contact support.',
  address: 'Your email address has more than 64 bytes before the @. Ask an administrator of your identity provider.',
  full: 'This account already has the maximum number of members. Ask its owner to remove one.',
} as const;

type Proven = Claims & { readonly email: string };

/** Returns the user of a sign-in, or the reason of a rejection. The caller has verified the claims (model/openid/judge.ts). */
export async function identify(cx: MutatingCx, provider: IdentityProviderRow, claims: Proven): Promise<Identified> {
  const { id: providerId, account_id: accountId } = provider;
  const known = await findIdentity(cx.db, { providerId, subject: claims.subject });
  const network = signInNetwork(cx);
  const user = known
    ? await findSignInUserById(cx.db, known.user_id, network)
    : await findSignInUser(cx.db, claims.email, network);
  if (user?.suspended_at) return { refused: 'suspended' };
  const member = user && (await findMember(cx.db, { accountId, userId: user.id }));
  if (!known && user && (await findIdentity(cx.db, { providerId, userId: user.id }))) return { refused: 'other subject' };
  if (member?.role === 'owner' && !known?.linked_by_user) return { refused: 'owner' };
  const identified = member ? { user } : await arrive(cx, provider, { claims, user, wasHere: known !== undefined });
  if ('refused' in identified) return identified;
  const now = cx.clock.now();
  const { email, subject } = claims;
  if (known) await recordIdentityUse(cx.db, known.id, { email, now });
  else
    await insertIdentity(cx.db, {
      provider_id: providerId,
      user_id: identified.user.id,
      subject,
      email,
      created_at: now,
      last_used_at: now,
    });
  return identified;
}

interface Arriving {
  claims: Proven;
  /** User with this identity or address, or `undefined`. */
  user: SignInUser | undefined;
  /** `true` if the identity is linked although the user is no longer a member. */
  wasHere: boolean;
}

async function arrive(cx: MutatingCx, provider: IdentityProviderRow, { claims, user, wasHere }: Arriving): Promise<Identified> {
  const { account_id: accountId, default_role } = provider;
  const now = cx.clock.now();
  const found = await findInvitationTo(cx.db, { accountId, email: user?.email ?? claims.email });
  const invitation = found && found.expires_at > now ? found : undefined;
  if (!invitation && wasHere) return { refused: 'removed' };
  // An account that is being closed accepts no members.
  if ((!invitation && default_role === null) || (await isClosing(cx, accountId))) return { refused: 'not a member' };
  await lockMembers(cx.db, accountId);
  if (await (invitation ? hasAllMembers(cx, accountId) : isFull(cx, accountId))) return { refused: 'full' };
  // A user who was erased in the meantime no longer has this address.
  if (user && (await holdUser(cx.db, user.id)).email !== user.email) throw new RaceLost('the user is another by now');
  if (!user && !hasShortLocalPart(claims.email)) return { refused: 'address' };
  const who = user ?? (await newUser(cx, claims));
  const actor = { kind: 'visitor', accountId, userId: who.id } as const;
  const joining = { ...cx, actor };
  if (invitation) await joinAccount(joining, 'completeSingleSignOn', { invitation, user: who });
  else await joinByRule(joining, { accountId, user: who, role: default_role as Role, expired: found });
  return { user: who };
}

async function isClosing({ db }: MutatingCx, accountId: number): Promise<boolean> {
  const account = await db.selectFrom('accounts').select('closes_at').where('id', '=', accountId).executeTakeFirstOrThrow();
  return account.closes_at !== null;
}

async function newUser(cx: MutatingCx, { email, name }: Proven): Promise<SignInUser> {
  const cleaned = (name ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 100);
  const id = await insertUser(cx.db, { email, name: cleaned });
  const made =
    id === undefined
      ? await findSignInUser(cx.db, email, signInNetwork(cx))
      : await findSignInUserById(cx.db, id, signInNetwork(cx));
  if (!made) throw new Error('a user who was just made is not there');
  return made;
}

async function joinByRule(
  cx: Omit<MutatingCx, 'actor'> & { readonly actor: { kind: 'visitor'; accountId: number; userId: number } },
  { accountId, user, role, expired }: { accountId: number; user: SignInUser; role: Role; expired: InvitationRow | undefined },
): Promise<void> {
  if (expired) await deleteInvitation(cx.db, expired.id);
  const memberId = await insertMembership(cx.db, { accountId, userId: user.id, role, now: cx.clock.now() });
  await audit(cx, 'completeSingleSignOn', { kind: 'member', id: memberId, accountId }, { user_id: user.id, role });
  await queueMail(cx, {
    accountId,
    template: 'member-joined',
    data: { account: await nameOfAccount(cx, accountId), name: user.name, email: user.email, role },
    roles: ['owner', 'admin'],
    dedupeKey: `member-joined:${memberId}`,
  });
}
