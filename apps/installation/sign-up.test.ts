import { expect, it } from 'vitest';
import { readSignUpUrl } from './sign-up.ts';

it('is that of the environment, else an example', () => {
  expect(readSignUpUrl({ INNKEEPER_SIGN_UP_URL: 'https://shop.example.org/join' })).toEqual({
    signUpUrl: 'https://shop.example.org/join',
  });
  expect(readSignUpUrl({ INNKEEPER_SIGN_UP_URL: '' })).toEqual({ signUpUrl: 'https://www.example.com/' });
});

it.each(['shop', 'file:///etc/passwd'])('%s is none', (text) =>
  expect(() => readSignUpUrl({ INNKEEPER_SIGN_UP_URL: text })).toThrow(/INNKEEPER_SIGN_UP_URL/),
);
