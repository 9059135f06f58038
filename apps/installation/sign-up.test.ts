import { expect, it } from 'vitest';
import type { Listening } from '../transport/transport.ts';
import { pageOfTrial, readPasskeyDomain, readSignUpUrl } from './sign-up.ts';

it('is the page of the environment, and no example', () => {
  expect(readSignUpUrl({ INNKEEPER_SIGN_UP_URL: 'https://shop.example.org/join' })).toBe('https://shop.example.org/join');
  expect(readSignUpUrl({ INNKEEPER_SIGN_UP_URL: '' })).toBeNull();
});

it('is the API itself in a trial: with the demo account, and on loopback alone', () => {
  const listening = { address: '127.0.0.1', port: 7080, tlsCert: null, tlsKey: null, trustProxy: null, publicUrl: null };
  const page = (changes: Partial<Listening>, hasDemoAccount = true) =>
    pageOfTrial({ ...listening, ...changes }, { hasDemoAccount });
  expect(page({})).toBe('http://127.0.0.1:7080');
  expect(page({ address: '::1' })).toBe('http://[::1]:7080');
  expect(page({}, false)).toBeNull();
  for (const changes of [{ address: '0.0.0.0' }, { publicUrl: 'https://api.example.org' }, { trustProxy: '127.0.0.1' }])
    expect(page({ publicUrl: null, ...changes })).toBeNull();
});

it.each(['shop', 'file:///etc/passwd'])('%s is none', (text) =>
  expect(() => readSignUpUrl({ INNKEEPER_SIGN_UP_URL: text })).toThrow(/INNKEEPER_SIGN_UP_URL/),
);

it('says which domain passkeys are for, else the host of the API', () => {
  expect(readPasskeyDomain({ INNKEEPER_PASSKEY_DOMAIN: 'Example.com' })).toEqual({ passkeyDomain: 'example.com' });
  expect(readPasskeyDomain({})).toEqual({ passkeyDomain: null });
});

it.each(['https://example.com', 'com', '192.0.2.7', '-.example.com', 'example.com.'])('%s is no domain', (text) =>
  expect(() => readPasskeyDomain({ INNKEEPER_PASSKEY_DOMAIN: text })).toThrow(/INNKEEPER_PASSKEY_DOMAIN/),
);
