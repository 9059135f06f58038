/** What a browser brought back from an identity provider, judged before a transaction is opened. */
import { findSignOnRequest, type SignOnRequest } from '@innkeeper/db/tables/user-identities';
import type { Cx } from '@innkeeper/domain/context';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { placeOf } from '@innkeeper/domain/sign-in/place';
import { providerFailure, signOnRefused } from '@innkeeper/domain/single-sign-on/failures';
import { accessTo, hashesOf, secretsOf } from '@innkeeper/domain/single-sign-on/secrets';
import type { Failure } from '@innkeeper/model/failures';
import type { Claims } from '@innkeeper/model/openid/client';
import type { SignOnParts } from './prepare.ts';

/** What came of the code, before a transaction is opened. */
export interface CheckedSignOn {
  /** Whose provider it is. */
  readonly accountId: number;
  readonly request: SignOnRequest;
  readonly outcome: { readonly claims: Claims } | { readonly failure: Failure };
}

export interface ReturnedBrowser {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
}

/** Undefined for what nobody began, not in this browser, or too long ago. Throws `rate_limited` after too many of these. */
export async function checkSignOn(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { state, code, iss }: ReturnedBrowser,
  { browser = '', openId, sealer, throttle }: SignOnParts & { browser: string | undefined },
): Promise<CheckedSignOn | undefined> {
  const now = cx.clock.now();
  const counted = throttle.address(placeOf(cx), now);
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
      outcome: { claims: await openId.signedIn(accessTo(sealer, provider), { code, iss }, expected) },
    };
  } catch (error) {
    return { accountId, request, outcome: { failure: providerFailure(error) } };
  }
}
