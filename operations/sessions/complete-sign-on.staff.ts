/** Completes a sign-in of the staff after the browser returns from the identity provider. */
import {
  findStaffIdentity,
  findStaffProvider,
  findStaffSignOn,
  lockStaffProvider,
  type StaffProvider,
  type StaffSignOnRequest,
  takeStaffSignOn,
} from '@innkeeper/db/tables/staff-identities';
import type { VisitorActor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { staleAuthenticationTime } from '@innkeeper/domain/sign-in/recent-authentication';
import { providerFailure, signOnRefused } from '@innkeeper/domain/single-sign-on/failures';
import { hashesOf, secretsOf } from '@innkeeper/domain/single-sign-on/secrets';
import { type Failure, invalid } from '@innkeeper/model/failures';
import type { Claims } from '@innkeeper/model/openid/client';
import { countsAsSecondFactor, isFresh } from '@innkeeper/model/openid/judge';
import { CommittedFailure, WithHeaders } from '@innkeeper/present/reply';
import { staffCookie, staffSessionIn } from '@innkeeper/present/session-cookie.staff';
import { staffSignOnIn } from '@innkeeper/present/sign-on-cookie.staff';
import type { Prepared, SignInReply, StaffInput } from '../define.staff.ts';
import { accessOf, type StaffSignOnParts } from './begin-sign-on.staff.ts';
import { identifyStaff, NO_STAFF } from './identify.staff.ts';
import { startStaffSession } from './start.staff.ts';
import { loadStaffSession } from './view.staff.ts';

interface CheckedSignOn {
  readonly request: StaffSignOnRequest;
  readonly outcome: { readonly claims: Claims } | { readonly failure: Failure };
}

interface PreparedReturn {
  readonly checked: CheckedSignOn | undefined;
  /** SHA-256 of the secret of the browser's session. */
  readonly presented: Buffer | undefined;
}

/** Exchanges the code for the provider's claims. Throws `rate_limited` after too many unknown requests from a network. */
export async function prepareCompleteStaffSignOn(
  cx: Cx<VisitorActor>,
  input: StaffInput<'completeStaffSignOn'>,
  services: StaffSignOnParts,
  cookies: string | undefined,
): Promise<PreparedReturn> {
  const checked = await checkSignOn(cx, input, { ...services, browser: staffSignOnIn(cookies) });
  return { checked, presented: staffSessionIn(cookies) };
}

/**
 * Exchanges the code for the provider's claims. Runs outside a transaction, because it contacts the provider. Returns `undefined` if the
 * request is unknown, completed, expired or from another browser. Throws `rate_limited` after too many such calls from a network.
 */
async function checkSignOn(
  cx: Pick<Cx, 'db' | 'clock' | 'clientAddress'>,
  { state, code, iss }: { state: string; code?: string | undefined; iss?: string | undefined },
  { browser = '', openId, sealer, throttle }: StaffSignOnParts & { browser: string | undefined },
): Promise<CheckedSignOn | undefined> {
  const now = cx.clock.now();
  const counted = throttle.address(signInNetwork(cx), now);
  const request = await findStaffSignOn(cx.db, hashesOf({ state, browser }));
  const provider = request?.done_at === null && request.expires_at > now ? await findStaffProvider(cx.db) : undefined;
  if (!request || !provider) return undefined;
  counted.release();
  if (code === undefined)
    return { request, outcome: { failure: signOnRefused('Your identity provider did not sign you in. Try again.') } };
  const { redirect_url: redirectUrl, groups_claim } = provider;
  const expected = { ...secretsOf({ state, browser }), redirectUrl, now, groupsClaim: groups_claim ?? undefined };
  try {
    return { request, outcome: { claims: await openId.redeemCode(accessOf(sealer, provider), { code, iss }, expected) } };
  } catch (error) {
    return { request, outcome: { failure: providerFailure(error) } };
  }
}

type CompletedSignOn = SignInReply<'completeStaffSignOn'>;

const NOT_BEGUN = invalid('state', 'This sign-in has expired, or was started in another browser. Sign in again.');
const ONE_FACTOR = 'Your identity provider did not confirm a second factor. Sign in there with two factors.';

/**
 * Completes a sign-on request, once, whatever its outcome. Returns the failures `validation` for `state`, `single_sign_on_refused` and
 * `identity_provider_failed`.
 */
export async function completeStaffSignOn(
  cx: MutatingCx<VisitorActor>,
  { prepared: { checked, presented } }: StaffInput<'completeStaffSignOn'> & Prepared<PreparedReturn>,
): Promise<CompletedSignOn> {
  const provider = await lockStaffProvider(cx.db);
  const now = cx.clock.now();
  if (!provider || !checked || !(await takeStaffSignOn(cx.db, checked.request.id, now))) return new CommittedFailure(NOT_BEGUN);
  const { request, outcome } = checked;
  if ('failure' in outcome) return refuse(cx, request, outcome.failure, outcome.failure.details.internal ?? 'not signed in');
  const { claims } = outcome;
  if (!countsAsSecondFactor(claims, { amr: provider.trusted_amr, acr: provider.trusted_acr }))
    return refuse(cx, request, signOnRefused(ONE_FACTOR), 'one factor');
  if (request.purpose === 'confirm') return confirmed(cx, { request, provider, claims, presented });
  const found = await identifyStaff(cx, { provider, claims, invitationHash: request.invitation_hash });
  if ('refused' in found) return refuse(cx, request, signOnRefused(NO_STAFF[found.refused]), found.refused);
  const { authTime } = claims;
  const authenticatedAtProvider =
    authTime === null ? staleAuthenticationTime(now) : new Date(Math.min(authTime.getTime(), now.getTime()));
  const { session, secret } = await startStaffSession(cx, {
    person: found.person,
    replaces: presented,
    authenticatedAtProvider,
  });
  return new WithHeaders(session, { 'set-cookie': staffCookie(secret) });
}

async function refuse(cx: MutatingCx, { purpose }: StaffSignOnRequest, failure: Failure, why: string): Promise<CommittedFailure> {
  const actor = { kind: 'visitor', accountId: null, userId: null } as const;
  await audit({ ...cx, actor }, 'completeStaffSignOn.refused', null, { why, purpose, from: cx.clientAddress ?? '' });
  return new CommittedFailure(failure);
}

async function confirmed(
  cx: MutatingCx,
  given: { request: StaffSignOnRequest; provider: StaffProvider; claims: Claims; presented: Buffer | undefined },
): Promise<CompletedSignOn> {
  const { request, provider, claims, presented } = given;
  const session = await cx.db
    .selectFrom('staff_tokens')
    .select(['id', 'staff_id'])
    .where('id', '=', request.staff_token_id ?? 0)
    .where('token_hash', '=', presented ?? Buffer.alloc(0))
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!session) return new CommittedFailure(NOT_BEGUN);
  const identity = await findStaffIdentity(cx.db, { issuer: provider.issuer, subject: claims.subject });
  if (identity?.staff_id !== session.staff_id)
    return refuse(
      cx,
      request,
      signOnRefused('A different user signed in at the identity provider. Sign in there as the user of this session.'),
      'another subject',
    );
  if (!isFresh(claims, request.created_at))
    return refuse(
      cx,
      request,
      signOnRefused('Your identity provider did not confirm a new sign-in. Enter your credentials there again.'),
      'auth_time',
    );
  await cx.db.updateTable('staff_tokens').set({ authenticated_at: cx.clock.now() }).where('id', '=', session.id).execute();
  const about = { kind: 'staff_token', id: session.id, accountId: null };
  const shown = await loadStaffSession(cx.db, session.id);
  const actor = { kind: 'staff', id: session.staff_id, name: String(shown.staff.name), accountId: null, userId: null } as const;
  await audit({ ...cx, actor }, 'confirmStaffSession', about, { by: 'identity_provider' });
  return shown;
}
