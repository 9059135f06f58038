import type { IdentityProvider } from '@innkeeper/sdk/index';
import { describe, expect, it } from 'vitest';
import { isDifferentProvider, toForm, toInput, withUse } from './provider-input.ts';

const provider = {
  issuer: 'https://login.example.com',
  client_id: 'innkeeper',
  domains: [{ name: 'example.com' }, { name: 'example.org' }],
  default_role: 'technical',
  trusted_amr: ['mfa', 'hwk'],
  trusted_acr: [],
  trust_email: true,
  enabled: true,
  required: true,
} as unknown as IdentityProvider;

const settings = {
  issuer: 'https://login.example.com',
  client_id: 'innkeeper',
  domains: ['example.com', 'example.org'],
  default_role: 'technical',
  trusted_amr: ['mfa', 'hwk'],
  trusted_acr: [],
  trust_email: true,
};

describe('settings of a provider', () => {
  it('are unchanged after the form, without the secret', () => {
    expect(toInput(toForm(provider), provider)).toEqual({ ...settings, enabled: true, required: true });
  });

  it('are disabled after a change of issuer or client', () => {
    const form = { ...toForm(provider), clientId: 'another', clientSecret: 'secret' };
    expect(isDifferentProvider(form, provider)).toBe(true);
    expect(toInput(form, provider)).toMatchObject({ client_secret: 'secret', enabled: false, required: false });
  });

  it('accept domains separated by lines or commas, and leave out an empty role', () => {
    const form = { ...toForm(null), domains: ' example.com,\n\nexample.org ', amr: ' mfa ,, ' };
    expect(toInput(form, null)).toMatchObject({ domains: ['example.com', 'example.org'], trusted_amr: ['mfa'] });
    expect(toInput(form, null)).not.toHaveProperty('default_role');
  });

  it('can change only whether the provider is enabled and required', () => {
    expect(withUse(provider, { enabled: true, required: false })).toEqual({ ...settings, enabled: true, required: false });
  });
});
