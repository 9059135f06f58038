import { expect, test } from 'vitest';
import { days } from '../time/clock.ts';
import { isCompanyFrozen, isCountryFrozen } from './profile-freezes.ts';

const NEW = { company: false, paid: false, firstDepositAt: null };
const now = new Date('2027-03-10T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

test('the country cannot change after a company is set or an order was paid', () => {
  expect(isCountryFrozen(NEW)).toBe(false);
  expect(isCountryFrozen({ ...NEW, company: true })).toBe(true);
  expect(isCountryFrozen({ ...NEW, paid: true })).toBe(true);
});

test('the company can change until the first paid order, and within 5 days of the first deposit', () => {
  expect(isCompanyFrozen({ ...NEW, company: true, firstDepositAt: ago(days(100)) }, now)).toBe(false);
  const paid = { ...NEW, paid: true };
  expect(isCompanyFrozen(paid, now)).toBe(true);
  expect(isCompanyFrozen({ ...paid, firstDepositAt: ago(days(5)) }, now)).toBe(false);
  expect(isCompanyFrozen({ ...paid, firstDepositAt: ago(days(5) + 1) }, now)).toBe(true);
});
