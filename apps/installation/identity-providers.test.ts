import { expect, test } from 'vitest';
import { readIdentityProviders } from './identity-providers.ts';

test('places of identity providers are addresses with a port, and none unless they are named', () => {
  expect(readIdentityProviders({})).toEqual({ identityProviders: [] });
  expect(readIdentityProviders({ INNKEEPER_IDENTITY_PROVIDERS: ' 10.0.0.5:8443 [fd00::5]:443' }).identityProviders).toEqual([
    { address: '10.0.0.5', port: 8443 },
    { address: 'fd00::5', port: 443 },
  ]);
  for (const bad of ['10.0.0.5', 'login.example.com:443'])
    expect(() => readIdentityProviders({ INNKEEPER_IDENTITY_PROVIDERS: bad })).toThrow(bad);
});
