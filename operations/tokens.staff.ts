import { revokeStaffTokens } from '@innkeeper/db/tables/staff';
import { endSupportAccesses } from '@innkeeper/db/tables/support-access';
import {
  endOverlap,
  revokeToken as endToken,
  findTokensByHash,
  hashToken,
  createToken as insertToken,
} from '@innkeeper/db/tables/tokens';
import { type Membership, membershipsOf } from '@innkeeper/db/tables/users';
import { audit } from '@innkeeper/domain/audit';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type Cents, formatDecimal, parseDecimal } from '@innkeeper/model/money/money';
import type { TokenAbility } from '@innkeeper/model/people/roles';
import { namedFields } from '@innkeeper/model/requests/named-fields';
import { monthOf } from '@innkeeper/model/time/calendar';
import * as clock from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists tokens, oldest first. */
export function listAllTokens(cx: StaffCx, input: StaffInput<'listAllTokens'>): Promise<StaffReply<'listAllTokens'>> {
  const now = cx.clock.now();
  const { from, to } = monthOf(now);
  const all = cx.db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 'u.email', 't.name', 't.hint', 't.abilities', 't.created_at', 't.expires_at', 't.revoked_at'])
    .select(['t.last_used_at', 't.monthly_cap'])
    .select(sql<Cents | null>`case when t.monthly_cap is not null then spent(t.account_id, t.id, ${from}, ${to}) end`.as('spent'))
    .orderBy('t.id');
  const query = input.email === undefined ? all : all.where(sql`lower(u.email)`, '=', input.email);
  return listPage(query, input, ({ spent, monthly_cap: cap, ...row }) => {
    // A check constraint allows no other values.
    const abilities = row.abilities as TokenAbility[];
    const expired = row.expires_at !== null && row.expires_at <= now;
    const spending = {
      monthly_cap: cap === null ? null : formatDecimal(cap),
      spent_this_month: spent === null ? null : formatDecimal(spent),
    };
    return { ...row, ...spending, abilities, state: row.revoked_at ? 'revoked' : expired ? 'expired' : 'valid' } as const;
  });
}

/**
 * Sets the monthly cap of a token. It applies at once and includes earlier spending of the month. Throws `not_found` also for a revoked
 * token.
 */
export async function setToken(cx: StaffCx, { token: id, ...given }: StaffInput<'setToken'>): Promise<StaffReply<'setToken'>> {
  const { monthly_cap = null } = namedFields(given);
  const cap = monthly_cap === null ? null : parseDecimal(monthly_cap);
  const row = await cx.db
    .updateTable('access_tokens as t')
    .from('users as u')
    .set({ monthly_cap: cap })
    .whereRef('u.id', '=', 't.user_id')
    .where('t.id', '=', id)
    .where('t.revoked_at', 'is', null)
    .returning(['u.email', 't.account_id as accountId'])
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Token ${id} does not exist or is no longer valid.` });
  const set = { monthly_cap: cap === null ? null : formatDecimal(cap) };
  await audit(cx, 'setToken', { kind: 'access_token', id, accountId: row.accountId }, set);
  return { id, email: row.email, ...set };
}

/**
 * Revokes the leaked tokens with those that they made or rotated, of customers, of the staff, and of the staff inside accounts. `secrets` are the texts with the prefix and
 * checksum of a token.
 *
 * For a rotated token, only the leaked secret is invalidated. Unknown tokens may belong to another installation.
 */
export async function invalidateTokens(
  cx: StaffCx,
  { file }: StaffInput<'invalidateTokens'>,
  secrets: readonly string[],
): Promise<StaffReply<'invalidateTokens'>> {
  const now = cx.clock.now();
  const leaked = await findTokensByHash(cx.db, secrets.map(hashToken));
  const revoked = leaked.filter((token) => token.revoked_at === null && (token.current || isOverlapping(token, now)));
  for (const { id, account_id: accountId, current } of revoked) {
    const others = current ? await endToken(cx.db, id, now) : undefined;
    if (!current) await endOverlap(cx.db, id);
    const details = { current, ...(others && others.length > 0 && { also_revoked: others }) };
    await audit(cx, 'invalidateTokens', { kind: 'access_token', id, accountId }, details);
  }
  const ofStaff = await revokeStaffTokens(cx.db, { hashes: secrets.map(hashToken) }, now);
  for (const { id, staffId } of ofStaff)
    await audit(cx, 'invalidateTokens', { kind: 'staff_token', id, accountId: null }, { staff: staffId });
  const ofSupport = await endSupportAccesses(cx.db, { hashes: secrets.map(hashToken) }, now);
  for (const { id, staffId, accountId } of ofSupport)
    await audit(cx, 'invalidateTokens', { kind: 'support_access', id, accountId }, { staff: staffId });
  return {
    file,
    found: secrets.length,
    known: leaked.length + ofStaff.length + ofSupport.length,
    revoked: [
      ...revoked.map(({ id, email, hint, current }) => ({ id, email, hint, current })),
      ...[...ofStaff, ...ofSupport].map(({ id, email, hint }) => ({ id, email, hint, current: true })),
    ],
  };
}

const isOverlapping = ({ previous_until }: { previous_until: Date | null }, now: Date): boolean =>
  previous_until !== null && previous_until > now;

type Input = StaffInput<'issueAccessToken'>;

/**
 * Creates a token, which only the reply contains. Throws `not_found` for a user without an account, or who is not a member of the named
 * account.
 */
export async function issueAccessToken(cx: StaffCx, input: Input): Promise<StaffReply<'issueAccessToken'>> {
  const { email, name, abilities, days, hours } = input;
  const { accountId, userId } = requireMembership(await membershipsOf(cx.db, email), input);
  const lastsMs = clock.days(days ?? 0) + clock.hours(hours ?? 0);
  const expiresAt = lastsMs > 0 ? new Date(cx.clock.now().getTime() + lastsMs) : undefined;
  const monthlyCap = input.monthly_cap === undefined ? undefined : parseDecimal(input.monthly_cap);
  const { id, token } = await insertToken(cx.db, { accountId, userId, name, abilities, expiresAt, monthlyCap });
  const monthly_cap = monthlyCap === undefined ? null : formatDecimal(monthlyCap);
  // Lines of the append-only audit log have this action, so it differs from the operation's name.
  await audit(cx, 'createToken', { kind: 'access_token', id, accountId }, monthly_cap === null ? {} : { monthly_cap });
  return { id, token, email, abilities, expires_at: expiresAt ?? null, monthly_cap };
}

function requireMembership(memberships: readonly Membership[], { email, account }: Input): Membership {
  const fitting = memberships.filter(({ accountId }) => account === undefined || accountId === account);
  const [one, other] = fitting;
  if (!one) {
    const notFoundMessage = `Account ${email} does not exist. Create it with ./innkeeper account create --email ${email}.`;
    throw new Failure('not_found', {
      message: account === undefined ? notFoundMessage : `${email} is not a member of account ${account}.`,
    });
  }
  if (other)
    throw invalid(
      'account',
      `${email} is a member of several accounts: ${fitting.map(({ accountId }) => accountId).join(', ')}. Name one of them.`,
    );
  return one;
}

/** Revokes a token, with the tokens that it made or rotated. Throws `not_found` also if it is already revoked. */
export async function revokeToken(cx: StaffCx, input: StaffInput<'revokeToken'>): Promise<StaffReply<'revokeToken'>> {
  const id = input.token;
  const others = await endToken(cx.db, id, cx.clock.now());
  if (!others) throw new Failure('not_found', { message: `Token ${id} does not exist or is no longer valid.` });
  const { email, accountId } = await cx.db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['u.email', 't.account_id as accountId'])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
  await audit(cx, 'revokeToken', { kind: 'access_token', id, accountId }, others.length > 0 ? { also_revoked: others } : {});
  return { id, email };
}
