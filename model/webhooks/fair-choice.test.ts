import { expect, test } from 'vitest';
import { type DeliveryTarget, MAX_IN_FLIGHT, selectDeliveries } from './fair-choice.ts';

const place = (account_id: number, changes: Partial<DeliveryTarget> = {}): DeliveryTarget => ({
  webhook_id: account_id * 100,
  account_id,
  host: `host-${account_id}`,
  slow: false,
  ...changes,
});
const many = (n: number, make: (i: number) => DeliveryTarget): DeliveryTarget[] => Array.from({ length: n }, (_, i) => make(i));

test('an account has 4 slots for any number of webhooks, and a webhook has 2', () => {
  expect(
    selectDeliveries(
      many(20, (i) => place(1, { webhook_id: i, host: `h${i}` })),
      [],
    ),
  ).toHaveLength(4);
  expect(
    selectDeliveries(
      many(20, () => place(1)),
      [],
    ),
  ).toHaveLength(2);
  expect(
    selectDeliveries(
      many(20, () => place(1, { slow: true })),
      [],
    ),
  ).toHaveLength(1);
  expect(
    selectDeliveries(
      [place(1)],
      many(2, () => place(1)),
    ),
  ).toEqual([]);
});

test('a host has 8 slots, across all accounts', () => {
  expect(
    selectDeliveries(
      many(20, (i) => place(i, { host: 'one.example' })),
      [],
    ),
  ).toHaveLength(8);
});

test('accounts without a delivery in progress come first', () => {
  const noisy = many(3, (i) => place(1, { webhook_id: i, host: `h${i}` }));
  const chosen = selectDeliveries(
    [...noisy, place(2)],
    many(MAX_IN_FLIGHT - 2, (i) => place(i < 1 ? 1 : 1_000 + i, { webhook_id: 900 + i })),
  );
  expect(chosen.map(({ account_id }) => account_id)).toEqual([2, 1]);
});

test('failing or slow receivers never use all slots', () => {
  const dead = many(100, (i) => place(i, { slow: true }));
  const begun = selectDeliveries(dead, []);
  expect(begun).toHaveLength(MAX_IN_FLIGHT / 2);
  expect(selectDeliveries([...dead.slice(50), place(7_000)], begun).map(({ account_id }) => account_id)).toEqual([7_000]);
  expect(
    selectDeliveries(
      many(100, (i) => place(8_000 + i)),
      begun,
    ),
  ).toHaveLength(MAX_IN_FLIGHT / 2);
});
