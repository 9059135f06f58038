/**
 * Sends browsers to an identity provider: to sign in, to confirm the user, or to test the provider. The preparations contact the provider,
 * so no transaction may be open.
 */
import {
  findIdentityProvider,
  findSignInProvider,
  type IdentityProviderRow,
  verifiedDomains,
} from '@innkeeper/db/tables/identity-providers';
import { findSignInUserById } from '@innkeeper/db/tables/sign-in';
import { insertSignOnRequest } from '@innkeeper/db/tables/user-identities';
import type { Actor, Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { judgeCode } from '@innkeeper/domain/sign-in/judge-code';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { providerFailure } from '@innkeeper/domain/single-sign-on/failures';
import { accessTo, hashesOf, newSignOnSecrets, type SignOnSecrets, secretsOf } from '@innkeeper/domain/single-sign-on/secrets';
import { Failure, invalid } from '@innkeeper/model/failures';
import { domainOf } from '@innkeeper/model/openid/judge';
import { minutes } from '@innkeeper/model/time/clock';
import { presentRedirect } from '@innkeeper/present/identity-provider';
import { CommittedFailure, WithHeaders } from '@innkeeper/present/reply';
import { signOnCookie } from '@innkeeper/present/sign-on-cookie';
import type { Input, Prepared, Reply, Services } from '../define.ts';

const WORKS_MS = minutes(10);

/** Result of the preparation, for the transaction that follows. */
interface PreparedSignOn {
  readonly provider: IdentityProviderRow;
  readonly secrets: SignOnSecrets;
  readonly url: string;
}

type ReadingCx = Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>;

type Contacting = Pick<Services, 'openId' | 'sealer'>;

/**
 * Prepares a sign-in for the domain of an address, whether or not a user has the address, or for the key of an account's provider.
 *
 * Throws the same `validation` for everything unknown, `rate_limited`, and the errors of `providerFailure`.
 */
export async function prepareBeginSingleSignOn(
  cx: ReadingCx,
  { email, sign_in_key: key }: Input<'beginSingleSignOn'>['body'],
  services: Pick<Services, 'openId' | 'sealer' | 'throttle'>,
): Promise<PreparedSignOn> {
  services.throttle.signOn(signInNetwork(cx), cx.clock.now());
  const of = email === undefined ? { key: key ?? '' } : { domain: domainOf(email) };
  const provider = await findSignInProvider(cx.db, of);
  if (!provider) throw invalid(email === undefined ? 'sign_in_key' : 'email', 'Single sign-on is not available for this.');
  return prepared(cx, { provider, loginHint: email, fresh: false }, services);
}

/** Begins a sign-in with a provider. The preparation has already contacted the provider, before the transaction. */
export function beginSingleSignOn(
  cx: MutatingCx<Actor>,
  input: Input<'beginSingleSignOn'> & Prepared<PreparedSignOn>,
): Promise<Reply<'beginSingleSignOn'>> {
  return redirect(cx, input.prepared, { purpose: 'sign_in' });
}

/** Prepares a confirmation by the provider of this session. Throws `wrong_state` if the session was not opened by a provider. */
export async function prepareConfirmBySingleSignOn(
  cx: ReadingCx & { actor: Actor },
  _body: Input<'confirmBySingleSignOn'>['body'],
  services: Contacting,
): Promise<PreparedSignOn> {
  const { provider, email } = await providerOfSession(cx);
  return prepared(cx, { provider, loginHint: email, fresh: true }, services);
}

async function providerOfSession({ db, actor }: { db: Cx['db']; actor: Actor }) {
  const found =
    actor.kind === 'session' && actor.identityProviderId !== null && (await findIdentityProvider(db, actor.accountId));
  if (!found || actor.kind !== 'session')
    throw new Failure('wrong_state', {
      message: 'This session did not use single sign-on. Confirm with your password or a passkey.',
    });
  const user = await db.selectFrom('users').select('email').where('id', '=', actor.userId).executeTakeFirstOrThrow();
  return { provider: found, email: user.email };
}

/**
 * Begins a confirmation by the identity provider. A user with an authenticator app also needs a code, unless the provider is trusted to
 * report second factors. Returns the failures `validation` for `otp` and `rate_limited`.
 */
export async function confirmBySingleSignOn(
  cx: MutatingCx<Customer>,
  { prepared, body }: Input<'confirmBySingleSignOn'> & Prepared<PreparedSignOn>,
  { sealer, throttle }: Pick<Services, 'sealer' | 'throttle'>,
): Promise<Reply<'confirmBySingleSignOn'>> {
  const otp = body?.otp;
  const { id: sessionId, userId } = requireSession(cx.actor);
  const { trusted_acr, trusted_amr } = prepared.provider;
  const user = await findSignInUserById(cx.db, userId, signInNetwork(cx));
  if (!user) throw new Failure('unauthenticated');
  const needed = user.has_totp && trusted_acr.length + trusted_amr.length === 0;
  if (needed && otp === undefined) throw invalid('otp', 'Enter a code of your authenticator app, or a recovery code.');
  const isCodeChecked = user.has_totp && otp !== undefined;
  const refused = isCodeChecked ? await judgeCode(cx, user, { otp, sealer, throttle }) : undefined;
  if (refused) return new CommittedFailure(refused);
  return redirect(cx, prepared, { purpose: 'confirm', sessionId, secondFactor: isCodeChecked });
}

/** Prepares a test of the account's provider, enabled or not. Throws `wrong_state` if there is no provider or no verified domain. */
export async function prepareTestIdentityProvider(
  cx: ReadingCx & { actor: Customer },
  _body: Input<'testIdentityProvider'>['body'],
  services: Contacting,
): Promise<PreparedSignOn> {
  const provider = await findIdentityProvider(cx.db, cx.actor.accountId);
  if (!provider) throw new Failure('wrong_state', { message: 'This account has no identity provider.' });
  if ((await verifiedDomains(cx.db, provider.id)).length === 0)
    throw new Failure('wrong_state', { message: 'Verify one of the domains first.' });
  return prepared(cx, { provider, loginHint: undefined, fresh: false }, services);
}

/** Begins a test sign-in. Throws `wrong_state` for an access token, and the errors of `beginMemberChange`. */
export async function testIdentityProvider(
  cx: MutatingCx<Customer>,
  input: Input<'testIdentityProvider'> & Prepared<PreparedSignOn>,
): Promise<Reply<'testIdentityProvider'>> {
  const { id: sessionId } = requireSession(cx.actor);
  await beginMemberChange(cx, 'manage-members');
  await audit(cx, 'testIdentityProvider', { kind: 'identity_provider', id: input.prepared.provider.id });
  return redirect(cx, input.prepared, { purpose: 'test', sessionId });
}

async function prepared(
  { settings }: ReadingCx,
  { provider, loginHint, fresh }: { provider: IdentityProviderRow; loginHint: string | undefined; fresh: boolean },
  { openId, sealer }: Contacting,
): Promise<PreparedSignOn> {
  const secrets = newSignOnSecrets();
  const request = {
    ...secretsOf(secrets),
    redirectUrl: pageOrApi(settings).href,
    loginHint,
    fresh,
    acrValues: provider.trusted_acr,
  };
  try {
    return { provider, secrets, url: await openId.authorizationUrl(accessTo(sealer, provider), request) };
  } catch (error) {
    throw providerFailure(error);
  }
}

/** Stores the request, so that the browser can return within `WORKS_MS`. The reply sets the cookie for its return. */
async function redirect(
  cx: MutatingCx,
  { provider, secrets, url }: PreparedSignOn,
  {
    purpose,
    sessionId,
    secondFactor = false,
  }: { purpose: 'sign_in' | 'confirm' | 'test'; sessionId?: number; secondFactor?: boolean },
) {
  const now = cx.clock.now();
  const expiresAt = new Date(now.getTime() + WORKS_MS);
  const { stateHash, browserHash } = hashesOf(secrets);
  await insertSignOnRequest(cx.db, {
    provider_id: provider.id,
    purpose,
    state_hash: stateHash,
    browser_hash: browserHash,
    session_id: sessionId ?? null,
    second_factor: secondFactor,
    created_at: now,
    expires_at: expiresAt,
  });
  return new WithHeaders(presentRedirect({ url, expiresAt }), { 'set-cookie': signOnCookie(secrets.browser) });
}
