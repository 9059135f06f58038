import type { IdentityProvider } from '@innkeeper/sdk/index';
import { describe, expect, it } from 'vitest';
import { isAnother, toForm, toInput, withUse } from './provider-input.ts';

const provider = {
  issuer: 'https://login.example.com',
  client_id: 'innkeeper',
  domains: [{ name: 'example.com' }, { name: 'example.org' }],
  default_role: 'technical',
  trusted_amr: ['mfa', 'hwk'],
  trusted_acr: [],
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
};

describe('settings of a provider', () => {
  it('come back from the form as they were, without the secret', () => {
    expect(toInput(toForm(provider), provider)).toEqual({ ...settings, enabled: true, required: true });
  });

  it('of another issuer or client are not in use', () => {
    const form = { ...toForm(provider), clientId: 'another', clientSecret: 'secret' };
    expect(isAnother(form, provider)).toBe(true);
    expect(toInput(form, provider)).toMatchObject({ client_secret: 'secret', enabled: false, required: false });
  });

  it('take domains by lines and commas, and leave out the role that is none', () => {
    const form = { ...toForm(null), domains: ' example.com,\n\nexample.org ', amr: ' mfa ,, ' };
    expect(toInput(form, null)).toMatchObject({ domains: ['example.com', 'example.org'], trusted_amr: ['mfa'] });
    expect(toInput(form, null)).not.toHaveProperty('default_role');
  });

  it('change their use alone', () => {
    expect(withUse(provider, { enabled: true, required: false })).toEqual({ ...settings, enabled: true, required: false });
  });
});
