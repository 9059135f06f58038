import { expect, test } from 'vitest';
import { ROLES, roleMay, rolesThatMay } from './roles.ts';

const ALL = ['read', 'self', 'support', 'write', 'pay', 'manage-members', 'own'] as const;
const mayOf = (role: (typeof ROLES)[number]) => ALL.filter((ability) => roleMay(role, ability));

test('whoever is in an account may read it, and look after the own sign-in', () => {
  expect(rolesThatMay(['read', 'self'])).toEqual(ROLES);
});

test('each role may do what the ones below it may, and only the owner may do everything', () => {
  expect(mayOf('owner')).toEqual(ALL);
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

test('money is not for technicians, servers are not for bookkeepers, and to order a server takes both', () => {
  expect(rolesThatMay(['pay'])).toEqual(['owner', 'admin', 'billing']);
  expect(rolesThatMay(['write'])).toEqual(['owner', 'admin', 'technical']);
  expect(rolesThatMay(['write', 'pay'])).toEqual(['owner', 'admin']);
  expect(rolesThatMay(['own'])).toEqual(['owner']);
});
