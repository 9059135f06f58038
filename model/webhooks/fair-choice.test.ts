import { expect, test } from 'vitest';
import { AT_ONCE, fairChoice, type Place } from './fair-choice.ts';

const place = (account_id: number, changes: Partial<Place> = {}): Place => ({
  webhook_id: account_id * 100,
  account_id,
  host: `host-${account_id}`,
  slow: false,
  ...changes,
});
const many = (n: number, make: (i: number) => Place): Place[] => Array.from({ length: n }, (_, i) => make(i));

test('an account has 4 places however many webhooks it has, and a webhook 2', () => {
  expect(
    fairChoice(
      many(20, (i) => place(1, { webhook_id: i, host: `h${i}` })),
      [],
    ),
  ).toHaveLength(4);
  expect(
    fairChoice(
      many(20, () => place(1)),
      [],
    ),
  ).toHaveLength(2);
  expect(
    fairChoice(
      many(20, () => place(1, { slow: true })),
      [],
    ),
  ).toHaveLength(1);
  expect(
    fairChoice(
      [place(1)],
      many(2, () => place(1)),
    ),
  ).toEqual([]);
});

test('a host has 8, whoever names it', () => {
  expect(
    fairChoice(
      many(20, (i) => place(i, { host: 'one.example' })),
      [],
    ),
  ).toHaveLength(8);
});

test('who has nothing under way comes before who has', () => {
  const noisy = many(3, (i) => place(1, { webhook_id: i, host: `h${i}` }));
  const chosen = fairChoice(
    [...noisy, place(2)],
    many(AT_ONCE - 2, (i) => place(i < 1 ? 1 : 1_000 + i, { webhook_id: 900 + i })),
  );
  expect(chosen.map(({ account_id }) => account_id)).toEqual([2, 1]);
});

test('receivers that fail or are slow never have all places', () => {
  const dead = many(100, (i) => place(i, { slow: true }));
  const begun = fairChoice(dead, []);
  expect(begun).toHaveLength(AT_ONCE / 2);
  expect(fairChoice([...dead.slice(50), place(7_000)], begun).map(({ account_id }) => account_id)).toEqual([7_000]);
  expect(
    fairChoice(
      many(100, (i) => place(8_000 + i)),
      begun,
    ),
  ).toHaveLength(AT_ONCE / 2);
});
