import { expect, test } from 'vitest';
import { ROLES, roleMay, rolesThatMay } from './roles.ts';

const ALL = ['read', 'self', 'support', 'write', 'pay', 'manage-members', 'own'] as const;
const mayOf = (role: (typeof ROLES)[number]) => ALL.filter((ability) => roleMay(role, ability));

test('every member can read the account and manage their own sign-in', () => {
  expect(rolesThatMay(['read', 'self'])).toEqual(ROLES);
});

test('each role includes the ones below it, and only the owner has all permissions', () => {
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

test('technical members cannot spend, billing members cannot manage servers, and ordering a server requires both', () => {
  expect(rolesThatMay(['pay'])).toEqual(['owner', 'admin', 'billing']);
  expect(rolesThatMay(['write'])).toEqual(['owner', 'admin', 'technical']);
  expect(rolesThatMay(['write', 'pay'])).toEqual(['owner', 'admin']);
  expect(rolesThatMay(['own'])).toEqual(['owner']);
});
