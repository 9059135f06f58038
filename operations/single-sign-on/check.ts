/**
 * Verifies the parameters with which an identity provider redirected a browser back to us. Call it outside a transaction, because it
 * contacts the provider.
 */
import { findSignOnRequest, type SignOnRequest } from '@innkeeper/db/tables/user-identities';
import type { Cx } from '@innkeeper/domain/context';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { providerFailure, signOnRefused } from '@innkeeper/domain/single-sign-on/failures';
import { accessTo, hashesOf, secretsOf } from '@innkeeper/domain/single-sign-on/secrets';
import type { Failure } from '@innkeeper/model/failures';
import type { Claims } from '@innkeeper/model/openid/client';
import type { SignOnParts } from './prepare.ts';

/** Sign-on request of the browser, with the verified claims or the reason of a refusal. */
export interface CheckedSignOn {
  /** Account that owns the provider. */
  readonly accountId: number;
  readonly request: SignOnRequest;
  readonly outcome: { readonly claims: Claims } | { readonly failure: Failure };
}

export interface AuthorizationParameters {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
}

/**
 * Exchanges the code for the provider's claims. Returns `undefined` if the request is unknown, completed, expired or from another browser.
 * Throws `rate_limited` after too many such calls from a network.
 */
export async function checkSignOn(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { state, code, iss }: AuthorizationParameters,
  { browser = '', openId, sealer, throttle }: SignOnParts & { browser: string | undefined },
): Promise<CheckedSignOn | undefined> {
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
