import type { Database } from '@innkeeper/db/schema';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { insertStaffToken, revokeStaffTokens } from '@innkeeper/db/tables/staff';
import { deleteStaffSignIn, insertStaffInvitation } from '@innkeeper/db/tables/staff-sign-in';
import { endSupportAccesses } from '@innkeeper/db/tables/support-access';
import { deleteExpiryMails, readdressExpiryMails } from '@innkeeper/domain/approvals/expiry';
import { audit } from '@innkeeper/domain/audit';
import { requireStaff } from '@innkeeper/domain/staff/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import { STAFF_INVITATION_MS, STAFF_SESSION, type StaffRole } from '@innkeeper/model/people/staff';
import { namedFields } from '@innkeeper/model/requests/named-fields';
import * as clock from '@innkeeper/model/time/clock';
import { type Kysely, sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists the staff, oldest first. */
export function listStaff(cx: StaffCx, input: StaffInput<'listStaff'>): Promise<StaffReply<'listStaff'>> {
  return listPage(staffQuery(cx.db, cx.clock.now()).orderBy('s.id'), input, (row) => row);
}

/** Adds a staff member. Throws `validation` if another person has the address. */
export async function addStaff(cx: StaffCx, input: StaffInput<'addStaff'>): Promise<StaffReply<'addStaff'>> {
  await refuseTaken(cx, input.email);
  const row = { ...input, created_at: cx.clock.now() };
  const { id } = await cx.db.insertInto('staff').values(row).returning('id').executeTakeFirstOrThrow();
  await audit(cx, 'addStaff', { kind: 'staff', id, accountId: null }, input);
  return loadStaff(cx, id);
}

/** Changes a staff member. A new role applies from the next request. */
export async function setStaff(cx: StaffCx, { person, ...given }: StaffInput<'setStaff'>): Promise<StaffReply<'setStaff'>> {
  const changes = namedFields(given);
  const { id } = await requireStaff(cx, person);
  if (changes.email !== undefined) await refuseTaken(cx, changes.email, id);
  await cx.db.updateTable('staff').set(changes).where('id', '=', id).execute();
  if (changes.email !== undefined) await readdressExpiryMails(cx.db, id, changes.email);
  await audit(cx, 'setStaff', { kind: 'staff', id, accountId: null }, changes);
  return loadStaff(cx, id);
}

/**
 * Disables a person. Ends their tokens, sessions, accesses to accounts and credentials permanently, because someone else may have them when
 * the person is enabled again.
 */
export async function disableStaff(cx: StaffCx, { person }: StaffInput<'disableStaff'>): Promise<StaffReply<'disableStaff'>> {
  const { id, name, disabled_at } = await requireStaff(cx, person);
  if (disabled_at) throw new Failure('wrong_state', { message: `${name} is already disabled.` });
  const now = cx.clock.now();
  await cx.db.updateTable('staff').set({ disabled_at: now }).where('id', '=', id).execute();
  const revoked = await revokeStaffTokens(cx.db, { staffId: id }, now);
  await endSupportAccesses(cx.db, { staffId: id }, now);
  await deleteStaffSignIn(cx.db, id);
  await deleteExpiryMails(cx.db, id);
  await audit(cx, 'disableStaff', { kind: 'staff', id, accountId: null }, { tokens: revoked.length });
  return loadStaff(cx, id);
}

/**
 * Enables a disabled person, without the previous credentials and tokens. Throws `not_found`, and `wrong_state` for a person who is not
 * disabled.
 */
export async function enableStaff(cx: StaffCx, { person }: StaffInput<'enableStaff'>): Promise<StaffReply<'enableStaff'>> {
  const { id, name, disabled_at } = await requireStaff(cx, person);
  if (!disabled_at) throw new Failure('wrong_state', { message: `${name} is not disabled.` });
  await cx.db.updateTable('staff').set({ disabled_at: null }).where('id', '=', id).execute();
  await audit(cx, 'enableStaff', { kind: 'staff', id, accountId: null });
  return loadStaff(cx, id);
}

/**
 * Invites a person to set up sign-in, also after the loss of the app or the password. Ends the previous credentials, sessions and
 * invitation. Tokens stay valid, because programs use them.
 *
 * Only this reply contains the secret. Throws `wrong_state` for a disabled person.
 */
export async function inviteStaff(cx: StaffCx, { person }: StaffInput<'inviteStaff'>): Promise<StaffReply<'inviteStaff'>> {
  const { id, email, role, disabled_at } = await requireStaff(cx, person);
  if (disabled_at) throw new Failure('wrong_state', { message: `${email} is disabled. Enable this person first.` });
  const now = cx.clock.now();
  const ended = await revokeStaffTokens(cx.db, { sessionsOf: id }, now);
  await deleteStaffSignIn(cx.db, id);
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + STAFF_INVITATION_MS);
  await insertStaffInvitation(cx.db, {
    staff_id: id,
    secret_hash: hashSecret(secret),
    created_at: now,
    expires_at: expiresAt,
  });
  await audit(cx, 'inviteStaff', { kind: 'staff', id, accountId: null }, { ended: ended.length });
  return { secret, id, email, role, expires_at: expiresAt, ended: ended.length };
}

/** Revokes a token or session of the staff. Throws `not_found` also if it is already revoked. */
export async function revokeStaff(cx: StaffCx, { token }: StaffInput<'revokeStaff'>): Promise<StaffReply<'revokeStaff'>> {
  const [revoked] = await revokeStaffTokens(cx.db, { id: token }, cx.clock.now());
  if (!revoked) throw new Failure('not_found', { message: `Staff token ${token} does not exist or is no longer valid.` });
  const { id, email, staffId } = revoked;
  await audit(cx, 'revokeStaff', { kind: 'staff_token', id, accountId: null }, { staff: staffId });
  return { id, email };
}

/** Maximum number of valid tokens per person. */
const MAX_TOKENS = 20;

/**
 * Creates a token, which only this reply contains. Over HTTP, people can create tokens only for themselves. With the token of another
 * person, they could approve their own requests.
 *
 * Throws `validation` for `person` if a caller over HTTP names another person. Throws `wrong_state` for a person who is disabled or has the
 * maximum number of tokens.
 */
export async function tokenStaff(
  cx: StaffCx,
  { person, name, days, networks }: StaffInput<'tokenStaff'>,
): Promise<StaffReply<'tokenStaff'>> {
  const { id: staffId, email, role, disabled_at } = await requireStaff(cx, person);
  const madeBy = cx.actor.kind === 'staff' ? cx.actor.id : null;
  if (madeBy !== null && madeBy !== staffId)
    throw invalid('person', `A token for another person can only be created on the host: ./innkeeper staff token ${email}`);
  if (disabled_at) throw new Failure('wrong_state', { message: `${email} is disabled. Enable this person first.` });
  const now = cx.clock.now();
  const current = await cx.db
    .selectFrom('staff_tokens')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('kind', '=', 'token')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(MAX_TOKENS)
    .execute();
  if (current.length >= MAX_TOKENS)
    throw new Failure('wrong_state', { message: `${email} already has ${MAX_TOKENS} tokens, the maximum. Revoke one first.` });
  const expiresAt = new Date(now.getTime() + clock.days(days));
  const { id, token } = await insertStaffToken(cx.db, { staffId, madeBy, name, networks, now, expiresAt });
  await audit(cx, 'tokenStaff', { kind: 'staff_token', id, accountId: null }, { staff: staffId, name, networks });
  return { id, token, email, role, expires_at: expiresAt };
}

/** Lists valid and invalid tokens and sessions of staff, oldest first. */
export async function tokensStaff(cx: StaffCx, input: StaffInput<'tokensStaff'>): Promise<StaffReply<'tokensStaff'>> {
  const now = cx.clock.now();
  const all = cx.db
    .selectFrom('staff_tokens as t')
    .innerJoin('staff as s', 's.id', 't.staff_id')
    .select(['t.id', 's.id as staff', 's.email', 't.kind', 't.name', 't.hint', 't.allowed_networks as networks', 't.created_at'])
    .select(['t.expires_at', 't.revoked_at', 't.last_used_at', 's.disabled_at'])
    .select(sql<string | null>`host(t.last_used_from)`.as('last_used_from'))
    .orderBy('t.id');
  const query = input.person === undefined ? all : all.where('s.id', '=', (await requireStaff(cx, input.person)).id);
  const idleSince = new Date(now.getTime() - STAFF_SESSION.idleMs);
  return listPage(query, input, ({ revoked_at, disabled_at, ...row }) => {
    // A check constraint allows only these two values.
    const kind = row.kind as 'token' | 'session';
    const idle = kind === 'session' && row.last_used_at !== null && row.last_used_at <= idleSince;
    const valid = disabled_at ? 'disabled' : row.expires_at <= now || idle ? 'expired' : 'valid';
    return { ...row, kind, state: revoked_at ? 'revoked' : valid } as const;
  });
}

/** Selects the staff as shown to the operator. */
function staffQuery(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('staff as s')
    .select(['s.id', 's.email', 's.name', 's.created_at', 's.disabled_at'])
    .select((eb) => eb.ref('s.role').$castTo<StaffRole>().as('role'))
    .select(
      sql<number>`(select count(*)::int from staff_tokens t
        where t.staff_id = s.id and t.kind = 'token' and t.revoked_at is null and t.expires_at > ${now})`.as('tokens'),
    );
}

const loadStaff = (cx: StaffCx, id: number) => staffQuery(cx.db, cx.clock.now()).where('s.id', '=', id).executeTakeFirstOrThrow();

/** Throws `validation` if another person has the address. */
async function refuseTaken(cx: StaffCx, email: string, except?: number): Promise<void> {
  const other = await cx.db.selectFrom('staff').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst();
  if (other && other.id !== except) throw new Failure('validation', { errors: { email: [`${email} is already on the staff.`] } });
}
