import { expect, it } from 'vitest';
import type { Claims } from './client.ts';
import { countsAsSecondFactor, isFresh, isFromFuture, judgeClaims, mailDomain } from './judge.ts';

const claims = (changes: Partial<Claims> = {}): Claims => ({
  ...{ subject: '7', email: 'Ada@Example.com', emailVerified: true, name: null, amr: [], acr: null, authTime: null, groups: [] },
  ...changes,
});

const ours = { domains: ['example.com'], trustEmail: false };

it('accepts a verified address of a verified domain, and of no subdomain or lookalike', () => {
  expect(judgeClaims(claims(), ours)).toBeUndefined();
  expect(judgeClaims(claims({ email: null }), ours)).toBe('email');
  expect(judgeClaims(claims({ emailVerified: false }), ours)).toBe('unverified');
  for (const trustEmail of [false, true])
    for (const email of ['ada@mail.example.com', 'ada@example.com.evil.org', 'ada@example.com@evil.org', 'ada@xexample.com'])
      expect(judgeClaims(claims({ email }), { ...ours, trustEmail })).toBe('domain');
  expect(judgeClaims(claims(), { ...ours, domains: [] })).toBe('domain');
});

it('accepts an unverified address of a verified domain only if addresses are trusted', () => {
  const trusting = { ...ours, trustEmail: true };
  expect(judgeClaims(claims({ emailVerified: false }), trusting)).toBeUndefined();
  expect(judgeClaims(claims({ email: null, emailVerified: false }), trusting)).toBe('email');
  expect(judgeClaims(claims({ emailVerified: false }), { ...trusting, domains: [] })).toBe('domain');
});

it("counts a second factor only if the account trusts the provider's methods", () => {
  const trusted = { amr: ['mfa'], acr: ['urn:example:gold'] };
  expect(countsAsSecondFactor({ amr: ['pwd', 'mfa'], acr: null }, trusted)).toBe(true);
  expect(countsAsSecondFactor({ amr: [], acr: 'urn:example:gold' }, trusted)).toBe(true);
  expect(countsAsSecondFactor({ amr: ['pwd'], acr: 'urn:example:silver' }, trusted)).toBe(false);
  expect(countsAsSecondFactor({ amr: ['mfa'], acr: 'mfa' }, { amr: [], acr: [] })).toBe(false);
});

it('accepts a reauthentication only if the provider reports it', () => {
  const asked = new Date(1_000_000);
  expect(isFresh({ authTime: new Date(1_000_000) }, asked)).toBe(true);
  expect(isFresh({ authTime: new Date(940_000) }, asked)).toBe(true);
  expect(isFresh({ authTime: new Date(939_000) }, asked)).toBe(false);
  expect(isFresh({ authTime: null }, asked)).toBe(false);
});

it('refuses a token issued more than a minute in the future', () => {
  const now = new Date(1_000_000);
  expect([0, 999, 1_000, 1_060].map((iat) => isFromFuture(iat, now))).toEqual([false, false, false, false]);
  expect(isFromFuture(1_061, now)).toBe(true);
});

it('recognizes the domain of an email address', () => {
  expect(mailDomain('Example.COM')).toBe('example.com');
  for (const text of [
    'com',
    'example',
    '192.0.2.1',
    'exa mple.com',
    '-a.com',
    'a..com',
    'example.com.',
    '*.example.com',
    'ä/x.com',
  ])
    expect(mailDomain(text), text).toBeUndefined();
});

it('converts a domain with other letters to its ASCII form', () => {
  expect(mailDomain('Ä.com')).toBe('xn--4ca.com');
  expect(mailDomain('例え。テスト')).toBe('xn--r8jz45g.xn--zckzah');
});
