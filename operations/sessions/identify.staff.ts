/**
 * Identifies the staff member whom the identity provider has signed in, by issuer and subject, never by an address.
 *
 * An invitation links a person. Without an invitation, a person must be in a group that has a role. The groups of each sign-in then decide
 * the role.
 */
import { lockStaff } from '@innkeeper/db/tables/staff';
import {
  findStaffIdentity,
  putStaffIdentity,
  recordStaffIdentityUse,
  type StaffIdentity,
  type StaffProvider,
  staffGroups,
} from '@innkeeper/db/tables/staff-identities';
import { deleteStaffInvitation, findStaffInvitation } from '@innkeeper/db/tables/staff-sign-in';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { hasShortLocalPart } from '@innkeeper/model/mail/address';
import type { Claims } from '@innkeeper/model/openid/client';
import type { StaffRole } from '@innkeeper/model/people/staff';
import { sql } from 'kysely';

export const NO_STAFF = {
  unknown: 'You are not a member of the staff of this host.',
  linked: 'Another staff member is linked to this user of your identity provider.',
  address: 'Your identity provider sent no email address, or another staff member already has this address.',
  unverified:
    'Your identity provider does not confirm that your email address is verified. Verify it there, or ask the operator to set --trust-email of the command provider set.',
  invitation: 'This invitation is no longer valid. Ask for a new one.',
} as const;

interface Person {
  id: number;
  name: string;
}

type Found = { person: Person } | { refused: keyof typeof NO_STAFF };

interface IdentifyRequest {
  provider: StaffProvider;
  claims: Claims;
  /** Hash of the invitation that links the person, or `null` to sign in. */
  invitationHash: Buffer | null;
}

/**
 * Returns the staff member of verified claims, or the reason of a refusal. Links an invited person, and adds a person whose group has a
 * role.
 */
export async function identifyStaff(cx: MutatingCx, asked: IdentifyRequest): Promise<Found> {
  const { provider, claims, invitationHash } = asked;
  const identityKey = { issuer: provider.issuer, subject: claims.subject };
  const identity = await findStaffIdentity(cx.db, identityKey);
  if (invitationHash) return link(cx, { ...identityKey, identity, invitationHash });
  if (!identity) return join(cx, asked);
  const person = await lockStaff(cx.db, String(identity.staff_id));
  if (!person || person.disabled_at) return { refused: 'unknown' };
  if (identity.by_group) {
    const role = await roleOf(cx, claims);
    if (role === undefined) return { refused: 'unknown' };
    if (role !== person.role) await changeRole(cx, person, role);
  }
  await recordStaffIdentityUse(cx.db, person.id, cx.clock.now());
  return { person };
}

async function link(
  cx: MutatingCx,
  {
    identity,
    invitationHash,
    ...of
  }: { issuer: string; subject: string; identity: StaffIdentity | undefined; invitationHash: Buffer },
): Promise<Found> {
  const now = cx.clock.now();
  const invited = await findStaffInvitation(cx.db, invitationHash, now);
  if (invited) await lockStaff(cx.db, String(invited.id));
  // The invitation may have been used or replaced in the meantime.
  if (!invited || !(await findStaffInvitation(cx.db, invitationHash, now))) return { refused: 'invitation' };
  if (identity && identity.staff_id !== invited.id) return { refused: 'linked' };
  await putStaffIdentity(cx.db, { staff_id: invited.id, ...of, created_at: now, last_used_at: now });
  await deleteStaffInvitation(cx.db, invited.id);
  const actor = { kind: 'staff', id: invited.id, name: invited.name, accountId: null, userId: null } as const;
  await audit(
    { ...cx, actor },
    'completeStaffSetUp',
    { kind: 'staff', id: invited.id, accountId: null },
    { by: 'identity_provider' },
  );
  return { person: invited };
}

/** Adds a person without an invitation whose group has a role. */
async function join(cx: MutatingCx, { provider, claims }: IdentifyRequest): Promise<Found> {
  const role = await roleOf(cx, claims);
  if (role === undefined) return { refused: 'unknown' };
  if (claims.email === null || !hasShortLocalPart(claims.email)) return { refused: 'address' };
  if (!claims.emailVerified && !provider.trust_email) return { refused: 'unverified' };
  const name =
    (claims.name ?? claims.email)
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 60) || claims.email;
  const made = await cx.db
    .insertInto('staff')
    .values({ email: claims.email, name, role })
    .onConflict((oc) => oc.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return { refused: 'address' };
  const now = cx.clock.now();
  const identity = { staff_id: made.id, issuer: provider.issuer, subject: claims.subject, by_group: true };
  await putStaffIdentity(cx.db, { ...identity, created_at: now, last_used_at: now });
  const person = { id: made.id, name };
  const actor = { kind: 'staff', ...person, accountId: null, userId: null } as const;
  await audit({ ...cx, actor }, 'addStaff', { kind: 'staff', id: made.id, accountId: null }, { role, by: 'identity_provider' });
  return { person };
}

async function roleOf({ db }: MutatingCx, { groups }: Claims): Promise<StaffRole | undefined> {
  return (await staffGroups(db)).find(({ name }) => groups.includes(name))?.role;
}

async function changeRole(
  cx: MutatingCx,
  { id, name, role: before }: Person & { role: StaffRole },
  role: StaffRole,
): Promise<void> {
  await cx.db.updateTable('staff').set({ role }).where('id', '=', id).execute();
  const actor = { kind: 'staff', id, name, accountId: null, userId: null } as const;
  await audit({ ...cx, actor }, 'setStaff', { kind: 'staff', id, accountId: null }, { before, role, by: 'identity_provider' });
}
