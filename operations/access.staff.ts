/** Opens the access of a staff member to an account, with or without the consent of the account. */

import type { StaffRow } from '@innkeeper/db/tables/staff';
import {
  countSupportAccesses,
  endSupportAccesses,
  insertSupportAccess,
  openSupportGrants,
} from '@innkeeper/db/tables/support-access';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { nameOfAccount } from '@innkeeper/domain/members/change';
import { requireStaff } from '@innkeeper/domain/staff/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import { consentFor, endOfAccess, type SupportScope } from '@innkeeper/model/people/support-access';
import { sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/**
 * Lists the accesses to an account, newest first, and its open consents. Includes ended accesses of the last 90 days. An access also ends
 * when its consent ends, or when its staff member is disabled.
 */
export async function listAccess(
  cx: StaffCx,
  { account, ...paging }: StaffInput<'listAccess'>,
): Promise<StaffReply<'listAccess'>> {
  const accountId = await accountIdOf(cx.db, account);
  const now = cx.clock.now();
  const all = cx.db
    .selectFrom('support_accesses as x')
    .innerJoin('staff as s', 's.id', 'x.staff_id')
    .leftJoin('support_grants as g', 'g.id', 'x.grant_id')
    .select(['x.id', 'x.account_id as account', 's.id as staff', 's.name as person', 'x.scope', 'x.grant_id as grant'])
    .select(['x.reason', 'x.created_at', 'x.expires_at', 'x.last_used_at'])
    .select(sql<string | null>`host(x.last_used_from)`.as('last_used_from'))
    .select(sql<boolean>`num_nonnulls(x.ended_at, s.disabled_at, g.ended_at) > 0`.as('ended'))
    .where('x.account_id', '=', accountId)
    .orderBy('x.id', 'desc');
  const listed = await listPage(all, paging, ({ ended, ...row }) => {
    const state = ended ? 'ended' : row.expires_at <= now ? 'expired' : 'open';
    return { ...row, state } as const;
  });
  const grants = await openSupportGrants(cx.db, { accountId, now });
  return {
    ...listed,
    grants: grants.map(({ id, scope, ticket_id, granter, expires_at }) => ({
      id,
      scope,
      ticket: ticket_id,
      granted_by: granter,
      expires_at,
    })),
  };
}

/**
 * Ends a staff member's access to an account. Every caller may end every access, because ending one does no harm. Throws `not_found` also
 * for an access that has ended.
 */
export async function endAccess(cx: StaffCx, { access }: StaffInput<'endAccess'>): Promise<StaffReply<'endAccess'>> {
  const [ended] = await endSupportAccesses(cx.db, { id: access }, cx.clock.now());
  if (!ended) throw new Failure('not_found', { message: `Access ${access} does not exist or is not open.` });
  const { id, accountId, name } = ended;
  await audit(cx, 'endAccess', { kind: 'support_access', id, accountId }, { staff: name });
  return { id, account: accountId, person: name };
}

/**
 * Opens access without the account's consent (break glass). The account's audit log shows the person and the reason, and its owner and
 * administrators get a mail. Throws the errors of `newAccess`.
 */
export async function forceAccess(
  cx: StaffCx,
  { account, person, scope, minutes, reason }: StaffInput<'forceAccess'>,
): Promise<StaffReply<'forceAccess'>> {
  const accountId = await accountIdOf(cx.db, account);
  const acting = await actingPerson(cx, person);
  const made = await newAccess(cx, { accountId, acting, scope, minutes, why: { reason } });
  const { id, expires_at } = made;
  const details = { staff: acting.name, scope, reason, until: expires_at.toISOString() };
  await audit(cx, 'forceAccess', { kind: 'support_access', id, accountId }, details);
  const data = { account: await nameOfAccount(cx, accountId), person: acting.name, reason, writes: scope === 'write' };
  await queueMail(cx, {
    accountId,
    template: 'account-accessed',
    roles: ['owner', 'admin'],
    data: { ...data, until: expires_at.getTime() },
    dedupeKey: `account-accessed:${id}`,
  });
  return made;
}

/** Maximum number of open accesses per person, over all accounts. */
const MAX_OPEN = 10;

/**
 * Locks and returns the staff member who gets the access: over HTTP the caller, on the command line the named person. Throws `validation`,
 * `not_found`, and `wrong_state` for a disabled person.
 */
async function actingPerson(cx: StaffCx, named: string | undefined): Promise<StaffRow> {
  const { actor } = cx;
  if (actor.kind === 'staff' && named !== undefined)
    throw invalid('person', 'Remove `person`: over HTTP, access is opened for the person who sends the request.');
  const person = actor.kind === 'staff' ? String(actor.id) : named;
  if (person === undefined) throw invalid('person', 'Name the staff member who acts.');
  const found = await requireStaff(cx, person);
  if (found.disabled_at) throw new Failure('wrong_state', { message: `${found.email} is disabled. Enable this person first.` });
  return found;
}

interface AccessRequest {
  accountId: number;
  acting: StaffRow;
  scope: SupportScope;
  minutes: number;
  why: { id: number; scope: SupportScope; expires_at: Date } | { reason: string };
}

/**
 * Opens the access. Only this call returns the token, because only its hash is stored. Throws `wrong_state` if the person has the maximum
 * number of open accesses.
 */
async function newAccess(cx: StaffCx, { accountId, acting, scope, minutes, why }: AccessRequest) {
  const now = cx.clock.now();
  if ((await countSupportAccesses(cx.db, acting.id, now)) >= MAX_OPEN)
    throw new Failure('wrong_state', {
      message: `${acting.email} already has ${MAX_OPEN} open accesses, the maximum. End one first.`,
    });
  const consent = 'reason' in why ? undefined : why;
  const expiresAt = endOfAccess(now, { minutes, consent });
  const { id, token } = await insertSupportAccess(cx.db, {
    accountId,
    staffId: acting.id,
    scope,
    now,
    expiresAt,
    why: 'reason' in why ? why : { grantId: why.id },
    staffTokenId: cx.actor.kind === 'staff' ? cx.actor.tokenId : undefined,
  });
  return { id, token, account: accountId, person: acting.name, scope, expires_at: expiresAt };
}

/**
 * Opens access under the consent that covers it and lasts longest. Throws `wrong_state` if there is none, and the errors of `newAccess`.
 */
export async function openAccess(
  cx: StaffCx,
  { account, person, scope, minutes }: StaffInput<'openAccess'>,
): Promise<StaffReply<'openAccess'>> {
  const accountId = await accountIdOf(cx.db, account);
  const acting = await actingPerson(cx, person);
  const consent = consentFor(await openSupportGrants(cx.db, { accountId, now: cx.clock.now() }), scope);
  if (!consent)
    throw new Failure('wrong_state', {
      message: `Account ${accountId} has not consented to this access. Ask for its consent in a ticket, or break the glass with a reason.`,
    });
  const made = await newAccess(cx, { accountId, acting, scope, minutes, why: consent });
  const details = { staff: acting.name, scope, grant: consent.id, until: made.expires_at.toISOString() };
  await audit(cx, 'openAccess', { kind: 'support_access', id: made.id, accountId }, details);
  return made;
}
