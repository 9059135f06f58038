/** Completes what was begun at an identity provider, after the browser returns from there. */
import {
  type IdentityProviderRow,
  lockIdentityProvider,
  updateIdentityProvider,
  verifiedDomains,
} from '@innkeeper/db/tables/identity-providers';
import { lockMembers } from '@innkeeper/db/tables/members';
import { lockSession, rotateSession } from '@innkeeper/db/tables/sessions';
import { findSignInUserById } from '@innkeeper/db/tables/sign-in';
import {
  findIdentity,
  findSignOnRequest,
  putOwnIdentity,
  type SignOnRequest,
  takeSignOnRequest,
} from '@innkeeper/db/tables/user-identities';
import type { Actor, SessionActor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { challengeOf, type SignInAnswer } from '@innkeeper/domain/sign-in/challenge';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { staleAuthenticationTime } from '@innkeeper/domain/sign-in/recent-authentication';
import { replaceSession } from '@innkeeper/domain/sign-in/replace-session';
import { providerFailure, signOnRefused } from '@innkeeper/domain/single-sign-on/failures';
import { identify, NOT_IDENTIFIED } from '@innkeeper/domain/single-sign-on/identify';
import { accessTo, hashesOf, secretsOf } from '@innkeeper/domain/single-sign-on/secrets';
import { type Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import type { Claims } from '@innkeeper/model/openid/client';
import { countsAsSecondFactor, domainOf, isFresh, judgeClaims, REFUSALS } from '@innkeeper/model/openid/judge';
import type { SessionLimits } from '@innkeeper/model/settings/settings';
import { CommittedFailure, WithHeaders } from '@innkeeper/present/reply';
import { presentChallenge, presentSession } from '@innkeeper/present/session';
import { withSessionCookie } from '@innkeeper/present/session-cookie';
import { NO_SIGN_ON_COOKIE, signOnSecretIn } from '@innkeeper/present/sign-on-cookie';
import type { Input, Prepared, Reply, Services } from '../define.ts';

/** Sign-on request of the browser, with the verified claims or the reason of a refusal. */
interface CheckedSignOn {
  /** Account that owns the provider. */
  readonly accountId: number;
  readonly request: SignOnRequest;
  readonly outcome: { readonly claims: Claims } | { readonly failure: Failure };
}

/**
 * Exchanges the code for the provider's claims. Returns `undefined` if the request is unknown, completed, expired or from another browser.
 * Throws `rate_limited` after too many such calls from a network.
 */
export async function prepareCompleteSingleSignOn(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { state, code, iss }: Input<'completeSingleSignOn'>['body'],
  { openId, sealer, throttle }: Pick<Services, 'openId' | 'sealer' | 'throttle'>,
  cookies: string | undefined,
): Promise<CheckedSignOn | undefined> {
  const browser = signOnSecretIn(cookies) ?? '';
  const now = cx.clock.now();
  const counted = throttle.address(signInNetwork(cx), now);
  const request = await findSignOnRequest(cx.db, hashesOf({ state, browser }));
  const isOpen = request && request.done_at === null && request.expires_at > now;
  const provider =
    isOpen && (await cx.db.selectFrom('identity_providers').selectAll().where('id', '=', request.provider_id).executeTakeFirst());
  if (!provider) return undefined;
  counted.release();
  const accountId = provider.account_id;
  if (code === undefined)
    return { accountId, request, outcome: { failure: signOnRefused('Your identity provider did not sign you in. Try again.') } };
  const expected = { ...secretsOf({ state, browser }), redirectUrl: pageOrApi(cx.settings).href, now };
  try {
    return {
      accountId,
      request,
      outcome: { claims: await openId.redeemCode(accessTo(sealer, provider), { code, iss }, expected) },
    };
  } catch (error) {
    return { accountId, request, outcome: { failure: providerFailure(error) } };
  }
}

type SignOnAnswer =
  | { readonly purpose: SignOnRequest['purpose']; readonly answer: Exclude<SignInAnswer, { refused: unknown }> | undefined }
  /** Failure to return after the transaction has committed. */
  | { readonly refused: Failure };

const NOT_BEGUN = invalid('state', 'This sign-in has expired, or was started in another browser. Sign in again.');

/**
 * Completes a sign-on request, once, whatever its outcome. Returns the failures `validation` for `state` and `otp`,
 * `single_sign_on_refused` and `identity_provider_failed`.
 */
export async function completeSingleSignOn(
  cx: MutatingCx<Actor>,
  { prepared }: Input<'completeSingleSignOn'> & Prepared<CheckedSignOn | undefined>,
  { sealer }: Pick<Services, 'sealer'>,
): Promise<Reply<'completeSingleSignOn'>> {
  const answer = await complete(cx, prepared, sealer);
  return 'refused' in answer ? new CommittedFailure(answer.refused) : presentAnswer(answer, cx.settings);
}

function presentAnswer(
  { purpose, answer }: Exclude<SignOnAnswer, { refused: unknown }>,
  settings: { sessions: SessionLimits },
): Reply<'completeSingleSignOn'> {
  if (!answer) return new WithHeaders({ purpose, session: null, second_factor: null }, { 'set-cookie': NO_SIGN_ON_COOKIE });
  if ('challenge' in answer)
    return new WithHeaders({ purpose, ...presentChallenge(answer.challenge) }, { 'set-cookie': NO_SIGN_ON_COOKIE });
  const body = { purpose, session: presentSession(answer.started.row, true), second_factor: null };
  // The sign-on cookie is not deleted, because its request is completed and cannot be used again.
  return withSessionCookie(answer.started, body, settings);
}

async function complete(cx: MutatingCx<Actor>, checked: CheckedSignOn | undefined, sealer: Sealer): Promise<SignOnAnswer> {
  // Lock the members first, in the same order as changes of the provider.
  if (checked) await lockMembers(cx.db, checked.accountId);
  const provider = checked && (await lockIdentityProvider(cx.db, checked.request.provider_id));
  if (!provider || !(await takeSignOnRequest(cx.db, checked.request.id, cx.clock.now()))) return { refused: NOT_BEGUN };
  const { request, outcome } = checked;
  const refuse = async (failure: Failure, why: string) => {
    const details = { why, purpose: request.purpose, from: cx.clientAddress ?? '' };
    const actor = { kind: 'visitor', accountId: provider.account_id, userId: null } as const;
    await audit({ ...cx, actor }, 'completeSingleSignOn.refused', { kind: 'identity_provider', id: provider.id }, details);
    return { refused: failure };
  };
  if ('failure' in outcome) return refuse(outcome.failure, outcome.failure.details.internal ?? outcome.failure.message);
  const { email, ...claims } = outcome.claims;
  const domains = await verifiedDomains(cx.db, provider.id);
  const why = judgeClaims(outcome.claims, { domains, trustEmail: provider.trust_email });
  if (why !== undefined || email === null) return refuse(signOnRefused(REFUSALS[why ?? 'email']), REFUSALS[why ?? 'email']);
  const proven = { ...claims, email };
  if (request.purpose !== 'sign_in') return completeForSession(cx, { request, provider, claims: proven, refuse });
  if (!provider.enabled) return { refused: NOT_BEGUN };
  const found = await identify(cx, provider, proven);
  if ('refused' in found) return refuse(signOnRefused(NOT_IDENTIFIED[found.refused]), found.refused);
  const now = cx.clock.now();
  const authenticatedAt =
    proven.authTime === null ? staleAuthenticationTime(now) : new Date(Math.min(proven.authTime.getTime(), now.getTime()));
  const by = { identityProviderId: provider.id, accountId: provider.account_id, authenticatedAt };
  const hasSecondFactor = countsAsSecondFactor(proven, { amr: provider.trusted_amr, acr: provider.trusted_acr });
  const challenge = hasSecondFactor ? undefined : await challengeOf(cx, found.user, { sealer, by });
  const answer = challenge ?? (await replaceSession(cx, found.user, ['identity_provider'], by));
  return 'refused' in answer ? answer : { purpose: 'sign_in', answer };
}

interface SessionSignOn {
  request: SignOnRequest;
  provider: IdentityProviderRow;
  claims: Claims & { email: string };
  refuse: (failure: Failure, why: string) => Promise<{ refused: Failure }>;
}

async function completeForSession(
  cx: MutatingCx<Actor>,
  { request, provider, claims, refuse }: SessionSignOn,
): Promise<SignOnAnswer> {
  const { actor } = cx;
  if (actor.kind !== 'session' || actor.id !== request.session_id || actor.accountId !== provider.account_id)
    return { refused: NOT_BEGUN };
  if (request.purpose === 'test') return tested(cx, actor, { provider, claims });
  const identity = await findIdentity(cx.db, { providerId: provider.id, subject: claims.subject });
  if (identity?.user_id !== actor.userId)
    return refuse(
      signOnRefused('A different user signed in at the identity provider. Sign in there as the user of this session.'),
      'another subject',
    );
  if (!isFresh(claims, request.created_at))
    return refuse(
      signOnRefused('Your identity provider did not confirm a new sign-in. Enter your credentials there again.'),
      'auth_time',
    );
  const user = await findSignInUserById(cx.db, actor.userId, signInNetwork(cx));
  const hasSecondFactor =
    request.second_factor || countsAsSecondFactor(claims, { amr: provider.trusted_amr, acr: provider.trusted_acr });
  if (user?.has_totp && !hasSecondFactor)
    return { refused: invalid('otp', 'Start again with a code of your authenticator app.') };
  if (!(await lockSession(cx.db, actor.id))) return { refused: NOT_BEGUN };
  const now = cx.clock.now();
  const started = await rotateSession(cx.db, { id: actor.id, authenticated_at: now, now });
  await audit(cx, 'confirmSession', { kind: 'session', id: actor.id }, { by: 'identity_provider' });
  return { purpose: 'confirm', answer: { started } };
}

/**
 * Records a successful test. If the tester used their own address in a verified domain, the identity is linked to the user for later
 * sign-ins.
 */
async function tested(
  cx: MutatingCx<Actor>,
  { userId }: SessionActor,
  { provider, claims }: Pick<SessionSignOn, 'provider' | 'claims'>,
): Promise<SignOnAnswer> {
  const now = cx.clock.now();
  const providerId = provider.id;
  await updateIdentityProvider(cx.db, providerId, { tested_at: now });
  const user = await findSignInUserById(cx.db, userId, signInNetwork(cx));
  const identity = await findIdentity(cx.db, { providerId, subject: claims.subject });
  const isOwn = user?.email.toLowerCase() === claims.email.toLowerCase() && (identity?.user_id ?? userId) === userId;
  const linked = isOwn && (await verifiedDomains(cx.db, providerId)).includes(domainOf(user.email));
  if (linked) await putOwnIdentity(cx.db, { providerId, userId, subject: claims.subject, email: claims.email, now });
  await audit(cx, 'completeSingleSignOn', { kind: 'identity_provider', id: providerId }, { purpose: 'test', linked });
  return { purpose: 'test', answer: undefined };
}
