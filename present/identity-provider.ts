import type { AccountIdentityProvider, SignOnRedirect } from '@innkeeper/contract/schemas/single-sign-on';
import type { IdentityDomain, IdentityProviderRow } from '@innkeeper/db/tables/identity-providers';
import { proofOf } from '@innkeeper/model/openid/judge';
import { iso, isoOrNull } from './time.ts';

export interface IdentityProvider {
  readonly row: IdentityProviderRow;
  readonly domains: readonly IdentityDomain[];
  /** Redirect URL to register at the provider. */
  readonly redirectUrl: string;
}

export function presentIdentityProvider(provider: IdentityProvider | undefined): AccountIdentityProvider {
  if (!provider) return { identity_provider: null };
  const { row, domains, redirectUrl } = provider;
  const { issuer, client_id, sign_in_key, default_role, trusted_amr, trusted_acr, enabled, required, trust_email } = row;
  return {
    identity_provider: {
      issuer,
      client_id,
      redirect_url: redirectUrl,
      sign_in_key,
      domains: domains.map(({ name, token, verified_at }) => {
        const record = proofOf(name, token);
        return { name, verified_at: isoOrNull(verified_at), record_name: record.name, record_value: record.value };
      }),
      // A check constraint allows no other values.
      default_role: default_role as Exclude<typeof default_role, string> | 'admin' | 'billing' | 'technical' | 'read-only',
      trusted_amr,
      trusted_acr,
      enabled,
      required,
      tested_at: isoOrNull(row.tested_at),
      created_at: iso(row.created_at),
      updated_at: iso(row.updated_at),
      trust_email,
    },
  };
}

export const presentRedirect = ({ url, expiresAt }: { url: string; expiresAt: Date }): SignOnRedirect => ({
  url,
  expires_at: iso(expiresAt),
});
