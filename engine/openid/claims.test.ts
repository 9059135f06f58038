import { expect, test } from 'vitest';
import { claimsOf } from './claims.ts';

// A new case is one line.
test.each<[boolean, object]>([
  [true, { email_verified: true }],
  [true, { email_verified: 'true' }],
  [false, { email_verified: false }],
  [false, { email_verified: 'false' }],
  [false, { email_verified: 1 }],
  [false, {}],
  [true, { xms_edov: true }],
  [true, { xms_edov: 1 }],
  [true, { xms_edov: 'true' }],
  [true, { xms_edov: '1' }],
  [true, { email_verified: null, xms_edov: true }],
  [false, { xms_edov: false }],
  [false, { xms_edov: 0 }],
  [false, { xms_edov: '0' }],
  [false, { xms_edov: 'yes' }],
  [false, { xms_edov: [true] }],
  [false, { email_verified: false, xms_edov: true }],
  [false, { email_verified: 'no', xms_edov: 1 }],
])('an address is verified: %s by %j', (isVerified, claims) => {
  expect(claimsOf({ sub: '7', email: 'ada@example.com', ...claims }).emailVerified).toBe(isVerified);
});

test('an address with other letters in its domain gets its ASCII form', () => {
  expect(claimsOf({ sub: '1', email: 'Ada@Bücher.example' }).email).toBe('Ada@xn--bcher-kva.example');
  expect(claimsOf({ sub: '1', email: 'Ada@Example.COM' }).email).toBe('Ada@Example.COM');
});
