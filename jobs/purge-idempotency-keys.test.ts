import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { systemClock } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purgeIdempotencyKeys } from './purge-idempotency-keys.ts';

let database: TestDatabase;
let accounts: number[];
beforeAll(async () => {
  database = await openTestDatabase();
  accounts = [(await givenAccount(database.db)).accountId, (await givenAccount(database.db)).accountId];
});
afterAll(() => database.close());
beforeEach(() => sql`truncate idempotency_keys`.execute(database.db));

/** Inserts the keys 1 to n, a minute apart, the last one newest. */
const given = (account: number | undefined, n: number, bytes: number) =>
  sql`insert into idempotency_keys (account_id, key, fingerprint, status, headers, body, created_at)
    select ${account}::int, i::text, sha256('x'), 200, '{}', repeat('x', ${bytes}::int), now() - make_interval(mins => ${n}::int - i)
    from generate_series(1, ${n}::int) as i`.execute(database.db);
const left = async (account: number | undefined) => {
  const rows = await database.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('account_id', '=', account ?? 0)
    .execute();
  return rows.map(({ key }) => Number(key)).toSorted((a, b) => a - b);
};
const forget = (bounds: object) =>
  purgeIdempotencyKeys({ db: database.db, clock: systemClock, settings: { ...defaultSettings, ...bounds } });

test('deletes the oldest replies of an account above its limit, and none of others', async () => {
  await given(accounts[0], 10, 5);
  await given(accounts[1], 3, 5);
  await forget({ repliesPerAccount: 4 });
  expect(await left(accounts[0])).toEqual([7, 8, 9, 10]);
  expect(await left(accounts[1])).toEqual([1, 2, 3]);
});

test('deletes the oldest replies of an account above its limit of bytes', async () => {
  await given(accounts[0], 10, 1_000);
  await forget({ replyBytesPerAccount: 3_500 });
  expect(await left(accounts[0])).toEqual([8, 9, 10]);
});
