import { Failure } from '@innkeeper/model/failures';
import { type RelyingParty, relyingPartyOf } from '@innkeeper/model/sign-in/relying-party';
import type { Cx } from '../context.ts';

/** URL of the request's API, and origins of other pages that may use sessions. */
export interface PasskeyPages {
  readonly apiUrl: string;
  readonly pages: readonly string[];
}

/** Returns the relying party. Throws `wrong_state` if the API has no host name to which a browser could bind a passkey. */
export function requireRelyingParty({ settings }: Pick<Cx, 'settings'>, { apiUrl, pages }: PasskeyPages): RelyingParty {
  const found = relyingPartyOf(apiUrl, { domain: settings.passkeyDomain, pages });
  if (!found)
    throw new Failure('wrong_state', {
      message: 'Passkeys need a host name, but this API is used through an IP address. Use its host name.',
    });
  return found;
}
