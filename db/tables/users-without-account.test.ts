/** Tests that the database tracks which users have no account, however the last membership is added or removed. */
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenMember } from '@innkeeper/lab/given-members';
import { days } from '@innkeeper/model/time/clock';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../schema.ts';
import { closeAccount } from './account-closing.ts';
import { deleteMembership, setRole } from './members.ts';
import { insertMembership } from './users.ts';
import { lockUserWithoutAccount } from './users-without-account.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase({ clock });
});
afterAll(() => lab.close());

const aloneSince = async (userId: number) =>
  (await lab.db.selectFrom('users').select('alone_since').where('id', '=', userId).executeTakeFirstOrThrow()).alone_since;
const within = <T>(act: (trx: Transaction<Database>) => Promise<T>): Promise<T> => lab.db.transaction().execute(act);
const memberOf = (id: number) =>
  lab.db.selectFrom('memberships').select(['id', 'user_id as userId']).where('id', '=', id).executeTakeFirstOrThrow();
const nearly = (at: Date) => ({ asymmetricMatch: (found: unknown) => Math.abs(Number(found) - at.getTime()) < 60_000 });

/** Creates a member of one account. */
const givenColleague = async (accountId: number) => memberOf(await givenMember(lab.db, { accountId, role: 'technical' }));

it('records since when a user who left, or was created without an account, has none, by the given clock', async () => {
  const [one, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const { id, userId } = await givenColleague(one.accountId);
  const second = await within((trx) => insertMembership(trx, { accountId: other.accountId, userId, role: 'billing' }));
  expect(await aloneSince(one.userId)).toBeNull();
  await within((trx) => deleteMembership(trx, id));
  expect(await aloneSince(userId)).toBeNull();
  now += days(3);
  await within((trx) => deleteMembership(trx, second));
  expect(await aloneSince(userId)).toEqual(nearly(clock.now()));
  await lab.db.updateTable('users').set({ erases_at: clock.now() }).where('id', '=', userId).execute();
  await within((trx) => insertMembership(trx, { accountId: other.accountId, userId, role: 'billing' }));
  const row = await lab.db.selectFrom('users').select(['alone_since', 'erases_at']).where('id', '=', userId).execute();
  expect(row).toEqual([{ alone_since: null, erases_at: null }]);
  const made = lab.db.insertInto('users').values({ email: 'made@example.org', name: 'Made' }).returning('id');
  expect(await aloneSince((await made.executeTakeFirstOrThrow()).id)).toEqual(nearly(clock.now()));
});

it('handles a membership that moves between users, and one that moves between accounts', async () => {
  const { accountId, userId: owner } = await givenAccount(lab.db);
  const [one, other] = [await givenColleague(accountId), await givenColleague((await givenAccount(lab.db)).accountId)];
  await within(async (trx) => {
    const { id } = await trx.selectFrom('memberships').select('id').where('user_id', '=', owner).executeTakeFirstOrThrow();
    await setRole(trx, id, 'admin');
    await setRole(trx, one.id, 'owner');
  });
  expect([await aloneSince(owner), await aloneSince(one.userId)]).toEqual([null, null]);
  await lab.db.updateTable('memberships').set({ user_id: other.userId }).where('id', '=', one.id).execute();
  expect([await aloneSince(one.userId), await aloneSince(other.userId)]).toEqual([nearly(clock.now()), null]);
});

it('does not count users erased with their last account, or with another account', async () => {
  const [closing, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  await within((trx) => insertMembership(trx, { accountId: closing.accountId, userId: other.userId, role: 'billing' }));
  const asked = { closing_asked_at: clock.now(), closes_at: clock.now() };
  await lab.db.updateTable('accounts').set(asked).where('id', '=', closing.accountId).execute();
  expect(await within((trx) => closeAccount(trx, closing.accountId, clock.now()))).toBe(true);
  const users = lab.db.selectFrom('users').select(['email', 'alone_since']).orderBy('id');
  expect(await users.where('id', 'in', [closing.userId, other.userId]).execute()).toEqual([
    { email: `erased-${closing.userId}@erased.invalid`, alone_since: null },
    { email: other.email, alone_since: null },
  ]);
});

/** Runs `second` while `first` is done but not committed, and expects `second` to wait for the commit. */
async function whileOpen(first: (trx: Transaction<Database>) => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  let waiting: Promise<unknown> | undefined;
  await within(async (trx) => {
    await first(trx);
    waiting = second();
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waits.execute(lab.db)).rows.length, { timeout: 20_000 }).toBe(1);
  });
  await waiting;
}

it('is correct for two concurrent removals of the last memberships, and for a removal during an addition', async () => {
  const [one, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const { id, userId } = await givenColleague(one.accountId);
  const join = (trx: Transaction<Database>) => insertMembership(trx, { accountId: other.accountId, userId, role: 'technical' });
  const leave = (membership: number) => (trx: Transaction<Database>) => deleteMembership(trx, membership);
  const second = await within(join);
  await whileOpen(leave(id), () => within(leave(second)));
  expect(await aloneSince(userId)).not.toBeNull();

  const third = await within(join);
  const back = (trx: Transaction<Database>) => insertMembership(trx, { accountId: one.accountId, userId, role: 'technical' });
  await whileOpen(leave(third), () => within(back));
  expect(await aloneSince(userId)).toBeNull();
});

it('a user joins one account if two ask at the same time', async () => {
  const [one, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const { id, userId } = await givenColleague(one.accountId);
  await within((trx) => deleteMembership(trx, id));
  const { email } = await lab.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  const back = (accountId: number) => async (trx: Transaction<Database>) => {
    const lone = await lockUserWithoutAccount(trx, email);
    if (lone) await insertMembership(trx, { accountId, userId: lone.id, role: 'technical' });
    return lone;
  };
  await whileOpen(back(one.accountId), async () => expect(await within(back(other.accountId))).toBeUndefined());
});
