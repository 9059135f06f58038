/** Converts the settings of an identity provider between its form and the API. Pure. */
import type { IdentityProvider } from '@innkeeper/sdk/index';
import type { client } from '../../data/client.ts';

export type ProviderInput = Parameters<typeof client.putIdentityProvider>[0];

export interface ProviderForm {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Domains, one per line. */
  domains: string;
  defaultRole: IdentityProvider['default_role'];
  /** Values separated by commas. */
  amr: string;
  acr: string;
  trustsEmail: boolean;
}

/** Returns the form of a provider, or an empty one. Its secret is never shown. */
export function toForm(provider: IdentityProvider | null): ProviderForm {
  return {
    issuer: provider?.issuer ?? '',
    clientId: provider?.client_id ?? '',
    clientSecret: '',
    domains: provider?.domains.map(({ name }) => name).join('\n') ?? '',
    defaultRole: provider?.default_role ?? null,
    amr: provider?.trusted_amr.join(', ') ?? '',
    acr: provider?.trusted_acr.join(', ') ?? '',
    trustsEmail: provider?.trust_email ?? false,
  };
}

/** Returns whether the form names another provider, which must be tested and needs its own secret. */
export const isDifferentProvider = (form: ProviderForm, provider: IdentityProvider): boolean =>
  form.issuer.trim() !== provider.issuer || form.clientId.trim() !== provider.client_id;

/** Returns the settings of a form. Another provider is disabled until it is tested. */
export function toInput(form: ProviderForm, provider: IdentityProvider | null): ProviderInput {
  const isSame = provider !== null && !isDifferentProvider(form, provider);
  return {
    issuer: form.issuer.trim(),
    client_id: form.clientId.trim(),
    ...(form.clientSecret !== '' && { client_secret: form.clientSecret }),
    domains: words(form.domains, /[\s,]+/),
    ...(form.defaultRole !== null && { default_role: form.defaultRole }),
    trusted_amr: words(form.amr, ','),
    trusted_acr: words(form.acr, ','),
    trust_email: form.trustsEmail,
    enabled: isSame && provider.enabled,
    required: isSame && provider.required,
  };
}

/** Returns the settings of a provider with another use. */
export const withUse = (provider: IdentityProvider, use: { enabled: boolean; required: boolean }): ProviderInput => ({
  ...toInput(toForm(provider), provider),
  ...use,
});

const words = (text: string, between: string | RegExp): string[] =>
  text
    .split(between)
    .map((word) => word.trim())
    .filter((word) => word !== '');
