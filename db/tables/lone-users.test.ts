/** Who is a member of no account is known by the database, whoever takes or gives the last membership. */
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenMember } from '@innkeeper/lab/given-members';
import { days } from '@innkeeper/model/clock';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../schema.ts';
import { closeAccount } from './account-closing.ts';
import { holdLoneUser } from './lone-users.ts';
import { deleteMembership, setRole } from './members.ts';
import { insertMembership } from './users.ts';

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

/** A member of one account. */
const givenColleague = async (accountId: number) => memberOf(await givenMember(lab.db, { accountId, role: 'technical' }));

it('knows since when somebody who left, or was made without an account, is in none, by the clock that was given', async () => {
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

it('knows it of both users of a membership that changes hands, and of nobody when an account does', async () => {
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

it('counts nobody who is erased with the last account, nor who stays in another one', async () => {
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

/** What the second does waits for the first, which is done and not committed. */
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

it('is right when the last two memberships go at once, and when one goes while another comes', async () => {
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

it('comes back to one account when two ask at once', async () => {
  const [one, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  const { id, userId } = await givenColleague(one.accountId);
  await within((trx) => deleteMembership(trx, id));
  const { email } = await lab.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  const back = (accountId: number) => async (trx: Transaction<Database>) => {
    const lone = await holdLoneUser(trx, email);
    if (lone) await insertMembership(trx, { accountId, userId: lone.id, role: 'technical' });
    return lone;
  };
  await whileOpen(back(one.accountId), async () => expect(await within(back(other.accountId))).toBeUndefined());
});
