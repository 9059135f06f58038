import { expect, it } from 'vitest';
import { readPasskeyDomain, readSignUpUrl } from './sign-up.ts';

it('is that of the environment, else an example', () => {
  expect(readSignUpUrl({ INNKEEPER_SIGN_UP_URL: 'https://shop.example.org/join' })).toEqual({
    signUpUrl: 'https://shop.example.org/join',
  });
  expect(readSignUpUrl({ INNKEEPER_SIGN_UP_URL: '' })).toEqual({ signUpUrl: 'https://www.example.com/' });
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
