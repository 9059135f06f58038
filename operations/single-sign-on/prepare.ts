/**
 * Prepares the redirect to an identity provider: to sign in, to confirm the user, or to test the provider. Contacts the provider, so no
 * transaction may be open.
 */
import {
  findIdentityProvider,
  findSignInProvider,
  type IdentityProviderRow,
  verifiedDomains,
} from '@innkeeper/db/tables/identity-providers';
import type { Actor, Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { providerFailure } from '@innkeeper/domain/single-sign-on/failures';
import { accessTo, newSignOnSecrets, type SignOnSecrets, secretsOf } from '@innkeeper/domain/single-sign-on/secrets';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { OpenIdClient } from '@innkeeper/model/openid/client';
import { domainOf } from '@innkeeper/model/openid/judge';
import type { Sealer } from '@innkeeper/model/sealing';

/** Result of the preparation, for the transaction that follows. */
export interface PreparedSignOn {
  readonly provider: IdentityProviderRow;
  readonly secrets: SignOnSecrets;
  readonly url: string;
}

export interface SignOnParts {
  openId: OpenIdClient;
  sealer: Sealer;
  throttle: SignInThrottle;
}

type ReadingCx = Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>;

/**
 * Prepares a sign-in for the domain of an address, whether or not a user has the address, or for the key of an account's provider.
 *
 * Throws the same `validation` for everything unknown, `rate_limited`, and the errors of `providerFailure`.
 */
export async function prepareSignOn(
  cx: ReadingCx,
  { email, sign_in_key: key }: { email?: string | undefined; sign_in_key?: string | undefined },
  parts: SignOnParts,
): Promise<PreparedSignOn> {
  parts.throttle.signOn(signInNetwork(cx), cx.clock.now());
  const of = email === undefined ? { key: key ?? '' } : { domain: domainOf(email) };
  const provider = await findSignInProvider(cx.db, of);
  if (!provider) throw invalid(email === undefined ? 'sign_in_key' : 'email', 'Single sign-on is not available for this.');
  return prepared(cx, { provider, loginHint: email, fresh: false }, parts);
}

/** Prepares a confirmation by the provider of this session. Throws `wrong_state` if the session was not opened by a provider. */
export async function prepareConfirm(cx: ReadingCx & { actor: Actor }, parts: SignOnParts): Promise<PreparedSignOn> {
  const { provider, email } = await providerOfSession(cx);
  return prepared(cx, { provider, loginHint: email, fresh: true }, parts);
}

/** Prepares a test of the account's provider, enabled or not. Throws `wrong_state` if there is no provider or no verified domain. */
export async function prepareTest(cx: ReadingCx & { actor: Customer }, parts: SignOnParts): Promise<PreparedSignOn> {
  const provider = await findIdentityProvider(cx.db, cx.actor.accountId);
  if (!provider) throw new Failure('wrong_state', { message: 'This account has no identity provider.' });
  if ((await verifiedDomains(cx.db, provider.id)).length === 0)
    throw new Failure('wrong_state', { message: 'Verify one of the domains first.' });
  return prepared(cx, { provider, loginHint: undefined, fresh: false }, parts);
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

async function prepared(
  { settings }: ReadingCx,
  { provider, loginHint, fresh }: { provider: IdentityProviderRow; loginHint: string | undefined; fresh: boolean },
  { openId, sealer }: SignOnParts,
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
