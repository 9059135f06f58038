/** What is asked of an identity provider before a browser is sent there: to sign in, to confirm who the user is, or to test the provider. No transaction is open. */
import {
  findIdentityProvider,
  findSignInProvider,
  type IdentityProviderRow,
  verifiedDomains,
} from '@innkeeper/db/tables/identity-providers';
import type { Actor, Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { placeOf } from '@innkeeper/domain/sign-in/place';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { providerFailure } from '@innkeeper/domain/single-sign-on/failures';
import { accessTo, newSignOnSecrets, type SignOnSecrets, secretsOf } from '@innkeeper/domain/single-sign-on/secrets';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { OpenIdClient } from '@innkeeper/model/openid/client';
import { domainOf } from '@innkeeper/model/openid/judge';
import type { Sealer } from '@innkeeper/model/sealing';

/** What was asked before a transaction is opened. */
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
 * For an address by its domain, whether a user has it or not; or for the key of an account's provider. Throws `validation`, the same for whatever
 * is not there, `rate_limited`, and what `providerFailure` makes.
 */
export async function prepareSignOn(
  cx: ReadingCx,
  { email, sign_in_key: key }: { email?: string | undefined; sign_in_key?: string | undefined },
  parts: SignOnParts,
): Promise<PreparedSignOn> {
  parts.throttle.signOn(placeOf(cx), cx.clock.now());
  const of = email === undefined ? { key: key ?? '' } : { domain: domainOf(email) };
  const provider = await findSignInProvider(cx.db, of);
  if (!provider) throw invalid(email === undefined ? 'sign_in_key' : 'email', 'Single sign-on is not available for this.');
  return prepared(cx, { provider, loginHint: email, fresh: false }, parts);
}

/** To confirm: the provider of this session. Throws `wrong_state` for one that no provider has opened. */
export async function prepareConfirm(cx: ReadingCx & { actor: Actor }, parts: SignOnParts): Promise<PreparedSignOn> {
  const { provider, email } = await ofSession(cx);
  return prepared(cx, { provider, loginHint: email, fresh: true }, parts);
}

/** To test: that of the account, enabled or not. Throws `wrong_state` where a sign-in could not count. */
export async function prepareTest(cx: ReadingCx & { actor: Customer }, parts: SignOnParts): Promise<PreparedSignOn> {
  const provider = await findIdentityProvider(cx.db, cx.actor.accountId);
  if (!provider) throw new Failure('wrong_state', { message: 'This account has no identity provider.' });
  if ((await verifiedDomains(cx.db, provider.id)).length === 0)
    throw new Failure('wrong_state', { message: 'Verify one of the domains first.' });
  return prepared(cx, { provider, loginHint: undefined, fresh: false }, parts);
}

async function ofSession({ db, actor }: { db: Cx['db']; actor: Actor }) {
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
