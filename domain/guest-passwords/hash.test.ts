import { verify } from 'unixcrypt';
import { afterAll, expect, it } from 'vitest';
import { openGuestPasswords } from './hash.ts';

const passwords = openGuestPasswords({ max: 5, maxPerAccount: 3 });
afterAll(() => passwords.close());

it('hashes as Linux does, with a new salt each time', async () => {
  const [one, two] = [await passwords.hash('correct horse', 1), await passwords.hash('correct horse', 1)];
  expect(one).toMatch(/^\$6\$/);
  expect(two).not.toBe(one);
  expect(verify('correct horse', one)).toBe(true);
  expect(verify('another horse', one)).toBe(false);
});

it('does not block the event loop', async () => {
  let turns = 0;
  let hashing = true;
  const count = (): void => {
    turns += 1;
    if (hashing) setImmediate(count);
  };
  setImmediate(count);
  await passwords.hash('correct horse', 1);
  hashing = false;
  // Hashing on the event loop would leave one or two turns.
  expect(turns).toBeGreaterThan(20);
});

it('refuses too many hashes in progress per account or in total, and accepts them afterwards', async () => {
  const of = (accountId: number, count: number) =>
    Array.from({ length: count }, () => passwords.hash('correct horse', accountId));
  const first = of(1, 3);
  await expect(passwords.hash('one more', 1)).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfter: 1 } });
  const second = of(2, 2);
  await expect(passwords.hash('one more', 3)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
  await Promise.all([...first, ...second]);
  expect(await passwords.hash('one more', 1)).toMatch(/^\$6\$/);
});
