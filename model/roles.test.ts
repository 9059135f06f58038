import fc from 'fast-check';
import { expect, test } from 'vitest';
import { abilitiesOfToken, ROLES, roleMay, type TokenAbility } from './roles.ts';

const granted = fc.subarray<TokenAbility>(['read', 'write'], { minLength: 1 });
const role = fc.constantFrom(...ROLES);

test('a token can do no more than it was granted, and no more than its member', () => {
  fc.assert(
    fc.property(granted, role, (abilities, ofMember) => {
      for (const ability of abilitiesOfToken(abilities, ofMember)) {
        expect(roleMay(ofMember, ability)).toBe(true);
        expect(abilities.includes(ability) || abilities.includes('write')).toBe(true);
      }
    }),
  );
});

test('whoever is in an account may read it, with any token', () => {
  fc.assert(fc.property(granted, role, (abilities, ofMember) => abilitiesOfToken(abilities, ofMember).includes('read')));
});

test('each role may do what the ones below it may, and only the owner may do everything', () => {
  const all = ['read', 'write', 'pay', 'manage-members', 'close-account'] as const;
  const mayOf = (one: (typeof ROLES)[number]) => all.filter((ability) => roleMay(one, ability));
  expect(mayOf('owner')).toEqual(all);
  for (const [above, below] of [
    ['owner', 'admin'],
    ['admin', 'billing'],
    ['admin', 'technical'],
    ['billing', 'read-only'],
    ['technical', 'read-only'],
  ] as const) {
    expect(mayOf(above)).toEqual(expect.arrayContaining(mayOf(below)));
    expect(mayOf(above).length).toBeGreaterThan(mayOf(below).length);
  }
});

test('money is not for technicians, servers are not for bookkeepers', () => {
  expect(roleMay('technical', 'pay')).toBe(false);
  expect(abilitiesOfToken(['write'], 'billing')).toEqual(['read']);
  expect(abilitiesOfToken(['read', 'write'], 'owner')).toEqual(['read', 'write']);
});
