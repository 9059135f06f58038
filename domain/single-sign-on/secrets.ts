/** What stands between a browser that was sent to an identity provider and its coming back, and secrets of accounts there. */
import { createHash } from 'node:crypto';
import type { IdentityProviderRow } from '@innkeeper/db/tables/identity-providers';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import type { ProviderAccess, SignInSecrets } from '@innkeeper/model/openid/client';
import type { Sealer } from '@innkeeper/model/sealing';

const ofProvider = (accountId: number): string => `identity-provider:${accountId}`;

export const sealClientSecret = (sealer: Sealer, accountId: number, secret: string): Buffer =>
  sealer.seal(ofProvider(accountId), Buffer.from(secret));

/** Throws when it was sealed with another key. */
export const accessTo = (
  sealer: Sealer,
  { account_id, issuer, client_id, client_secret }: IdentityProviderRow,
): ProviderAccess => ({
  issuer,
  clientId: client_id,
  clientSecret: sealer.open(ofProvider(account_id), client_secret).toString(),
});

/** `state` goes with the URL, `browser` into a cookie. Both come back, or nothing does. */
export interface SignOnSecrets {
  readonly state: string;
  readonly browser: string;
}

export const newSignOnSecrets = (): SignOnSecrets => ({ state: newSecret(), browser: newSecret() });

export const hashesOf = ({ state, browser }: SignOnSecrets) => ({
  stateHash: hashSecret(state),
  browserHash: hashSecret(browser),
});

/** Nonce and code verifier are made of what the browser alone has: the database has nothing that completes a sign-in. */
export function secretsOf({ state, browser }: SignOnSecrets): SignInSecrets {
  const made = (use: string): string => createHash('sha256').update(`${use}\n${browser}\n${state}`).digest('base64url');
  return { state, nonce: made('nonce'), verifier: made('code verifier') };
}
