/** Secrets of single sign-on: those that link a browser's return from the provider to its departure, and the client secrets of accounts. */
import { createHash } from 'node:crypto';
import type { IdentityProviderRow } from '@innkeeper/db/tables/identity-providers';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import type { ProviderAccess, SignInSecrets } from '@innkeeper/model/openid/client';

const ofProvider = (accountId: number): string => `identity-provider:${accountId}`;

/** Seals an account's client secret at its identity provider for storage. */
export const sealClientSecret = (sealer: Sealer, accountId: number, secret: string): Buffer =>
  sealer.seal(ofProvider(accountId), Buffer.from(secret));

/** Returns the provider access with the opened client secret. Throws if it was sealed with another key. */
export const accessTo = (
  sealer: Sealer,
  { account_id, issuer, client_id, client_secret }: IdentityProviderRow,
): ProviderAccess => ({
  issuer,
  clientId: client_id,
  clientSecret: sealer.open(ofProvider(account_id), client_secret).toString(),
});

/** Secrets of one sign-in. `state` goes into the URL, `browser` into a cookie. The sign-in needs both. */
export interface SignOnSecrets {
  readonly state: string;
  readonly browser: string;
}

export const newSignOnSecrets = (): SignOnSecrets => ({ state: newSecret(), browser: newSecret() });

/** Returns the hashes by which the secrets are stored. */
export const hashesOf = ({ state, browser }: SignOnSecrets) => ({
  stateHash: hashSecret(state),
  browserHash: hashSecret(browser),
});

/** Derives nonce and code verifier from the browser's secret, so that the database holds nothing that completes a sign-in. */
export function secretsOf({ state, browser }: SignOnSecrets): SignInSecrets {
  const made = (use: string): string => createHash('sha256').update(`${use}\n${browser}\n${state}`).digest('base64url');
  return { state, nonce: made('nonce'), verifier: made('code verifier') };
}
