import { expect, test } from 'vitest';
import { claimsOf } from './claims.ts';

test('an address with other letters in its domain gets its ASCII form', () => {
  expect(claimsOf({ sub: '1', email: 'Ada@Bücher.example' }).email).toBe('Ada@xn--bcher-kva.example');
  expect(claimsOf({ sub: '1', email: 'Ada@Example.COM' }).email).toBe('Ada@Example.COM');
});
