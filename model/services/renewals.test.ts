import { expect, test } from 'vitest';
import { days, hours } from '../time/clock.ts';
import { announcedOn, balanceAfter, isReminded, quietSince } from './renewals.ts';

const EXPIRY = new Date('2027-02-28T12:00:00Z');

test('announces the renewals of one day, on a whole day in UTC', () => {
  const settings = { announceDays: 14, daysAhead: 7 };
  const day = {
    at: new Date('2027-02-21T00:00:00Z'),
    from: new Date('2027-02-28T00:00:00Z'),
    until: new Date('2027-03-01T00:00:00Z'),
  };
  expect(announcedOn(new Date('2027-02-07T00:00:00Z'), settings)).toEqual(day);
  expect(announcedOn(new Date('2027-02-07T23:59:59Z'), settings)).toEqual(day);
  expect(announcedOn(new Date('2027-02-08T00:00:00Z'), settings)?.at).toEqual(new Date('2027-02-22T00:00:00Z'));
  expect(announcedOn(EXPIRY, { ...settings, announceDays: 0 })).toBeUndefined();
});

test('a reminder is dropped if an order was asked for within 48 hours before it is due, or later', () => {
  const service = { expiry_at: EXPIRY, is_renewed_later: false };
  const asked = (ms: number) => [{ isBeingPaid: false, askedAt: new Date(EXPIRY.getTime() - days(3) + ms) }];
  expect(quietSince(EXPIRY, 3)).toEqual(new Date(EXPIRY.getTime() - days(5)));
  expect(isReminded(service, asked(-hours(49)), 3)).toBe(true);
  expect(isReminded(service, asked(-hours(47)), 3)).toBe(false);
  expect(isReminded(service, asked(hours(1)), 3)).toBe(false);
  expect(isReminded(service, [{ isBeingPaid: false, askedAt: undefined }], 3)).toBe(true);
  expect(isReminded(service, [{ isBeingPaid: true, askedAt: undefined }], 3)).toBe(false);
  expect(isReminded(service, [], 3)).toBe(true);
  expect(isReminded({ ...service, is_renewed_later: true }, [], 3)).toBe(false);
});

test('a balance makes payments in their order, and leaves out those that it does not cover', () => {
  expect(balanceAfter(100n, [60n, 50n, 40n])).toBe(0n);
  expect(balanceAfter(100n, [120n])).toBe(100n);
  expect(balanceAfter(-5n, [1n])).toBe(-5n);
});
