import { Failure } from '@innkeeper/model/failures';
import { type RelyingParty, relyingPartyOf } from '@innkeeper/model/sign-in/relying-party';
import type { Cx } from '../context.ts';

/** Where a request was sent to, and pages besides that may use sessions. */
export interface PasskeyPages {
  readonly apiUrl: string;
  readonly pages: readonly string[];
}

/** Throws `wrong_state` where the API has no name that a browser would bind a passkey to. */
export function requireRelyingParty({ settings }: Pick<Cx, 'settings'>, { apiUrl, pages }: PasskeyPages): RelyingParty {
  const found = relyingPartyOf(apiUrl, { domain: settings.passkeyDomain, pages });
  if (!found)
    throw new Failure('wrong_state', {
      message: 'Passkeys need a host name, but this API is used through an IP address. Use its host name.',
    });
  return found;
}
