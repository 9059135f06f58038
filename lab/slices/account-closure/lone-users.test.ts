/**
 * Tests the erasure of users without an account. They are notified after 60 days and erased 30 days later, unless they return, sign in or
 * are invited.
 */
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { createToken } from '@innkeeper/db/tables/tokens';
import { insertMembership, insertUser } from '@innkeeper/db/tables/users';
import { eraseUserWithoutAccount } from '@innkeeper/db/tables/users-without-account';
import { MailError } from '@innkeeper/engine/mail/port';
import { eraseUsersWithoutAccount } from '@innkeeper/jobs/erase-users-without-account';
import { sendMails } from '@innkeeper/jobs/send-mails';
import { KEPT_TABLES } from '@innkeeper/model/personal-data/retention';
import { days, hours } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { fakeMail } from '../../fake-mail.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenInvitation, givenMember, userOfMember } from '../../given-members.ts';
import { givenPasskey } from '../../given-passkeys.ts';
import { givenPassword, PASSWORD } from '../../given-sessions.ts';
import { givenTotp } from '../../given-two-factor.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
let worker: OpenDatabase;
let host: GivenAccount;
beforeAll(async () => {
  lab = await openLab({ clock, trustProxy: ['127.0.0.1'] });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), max: 2, clock });
  host = await givenAccount(lab.db);
});
afterEach(async () => {
  // Users of one test must not be due in the next.
  await lab.db.updateTable('users').set({ alone_since: null, erases_at: null }).execute();
  await lab.db.deleteFrom('invitations').execute();
});
afterAll(async () => {
  await worker.close();
  await lab.close();
});

const mail = fakeMail();
const run = () => eraseUsersWithoutAccount(givenJobCx(worker.db, { clock }));
/** Runs the job and sends its mails, as a worker does. */
async function runAndSend(): Promise<number> {
  const done = await run();
  await sendMails({ ...givenJobCx(worker.db, { clock }), mail });
  return done;
}

interface Person {
  userId: number;
  email: string;
}

/** Creates a user who leaves the host's account now. `before` runs while the user is still a member. */
async function givenLeaver(before: (who: Person) => Promise<unknown> = async () => {}): Promise<Person> {
  const id = await givenMember(lab.db, { accountId: host.accountId, role: 'technical' });
  const { userId, email } = await userOfMember(lab.db, id);
  await before({ userId, email });
  expect((await lab.call('deleteMember', { params: { id } }, host)).status).toBe(204);
  await runAndSend();
  return { userId, email };
}
const ADDRESS = '203.0.113.77';

/** Inserts a used token of the user for the host's account. */
async function givenToken(userId: number, name: string): Promise<void> {
  await lab.db.transaction().execute(async (trx) => {
    const { id } = await createToken(trx, { accountId: host.accountId, userId, name, abilities: ['read'] });
    await trx.updateTable('access_tokens').set({ last_used_from: ADDRESS, hint: 'lone' }).where('id', '=', id).execute();
  });
}
const emailOf = async ({ userId }: Person) =>
  (await lab.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
const isErased = async (who: Person) => (await emailOf(who)) === `erased-${who.userId}@erased.invalid`;
const announced = async ({ email }: Person) =>
  lab.db
    .selectFrom('mails')
    .select(['template', 'data', 'sent_at'])
    .where('address', '=', email)
    .where('template', '=', 'user-erasure')
    .execute();
const join = ({ userId }: Person) =>
  lab.db.transaction().execute((trx) => insertMembership(trx, { accountId: host.accountId, userId, role: 'technical' }));
const signIn = ({ email }: Person, password = PASSWORD) =>
  lab.call(
    'createSession',
    { body: { email, password } },
    { headers: { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' } },
  );

/** Lists the tables that contain one of the words, except tables that are kept. */
async function whereStands(...words: string[]): Promise<string[]> {
  const patterns = words.map((word) => `%${word}%`);
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    lab.db,
  );
  const found: string[] = [];
  for (const { name } of rows.filter((one) => !KEPT_TABLES.includes(one.name))) {
    const any = sql`select from ${sql.table(name)} t where t::text ilike any(${patterns}) limit 1`;
    if ((await any.execute(lab.db)).rows.length > 0) found.push(name);
  }
  return found;
}

test('one mail after 60 days; 30 days later the user is erased and the email address is free', async () => {
  const { db } = lab;
  const me = await givenLeaver(({ userId }) => givenToken(userId, 'nadel'));
  await givenToken(host.userId, 'stays');
  await db.updateTable('users').set({ name: 'Zdenka Nadel' }).where('id', '=', me.userId).execute();
  await givenPassword(db, me);
  await givenTotp(db, me, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  await givenPasskey(db, me);
  now += days(59);
  expect(await runAndSend()).toBe(0);
  now += days(1) + hours(1);
  const notifiedAt = clock.now();
  expect([await runAndSend(), await runAndSend()]).toEqual([1, 0]);
  expect(await announced(me)).toEqual([
    { template: 'user-erasure', data: { at: notifiedAt.getTime() + days(30), kept: 60 }, sent_at: notifiedAt },
  ]);
  now += days(29);
  expect(await runAndSend()).toBe(0);
  expect(await whereStands('nadel', me.email)).toEqual(expect.arrayContaining(['users', 'mails', 'access_tokens']));
  now += days(1);
  expect([await runAndSend(), await runAndSend()]).toEqual([1, 0]);
  expect(await isErased(me)).toBe(true);
  expect(await whereStands('nadel', me.email)).toEqual([]);
  const tokens = db.selectFrom('access_tokens').select(['user_id', 'name', 'last_used_from', 'revoked_at']).orderBy('id');
  expect(await tokens.where('hint', '=', 'lone').execute()).toEqual([
    { user_id: me.userId, name: '', last_used_from: null, revoked_at: expect.any(Date) },
    { user_id: host.userId, name: 'stays', last_used_from: ADDRESS, revoked_at: null },
  ]);
  for (const table of ['user_totp', 'user_passkeys'] as const)
    expect(await db.selectFrom(table).select('user_id').where('user_id', '=', me.userId).execute()).toEqual([]);
  const lines = db.selectFrom('audit_log').select(['action', 'actor_kind', 'account_id']).where('resource_kind', '=', 'user');
  expect(await lines.where('resource_id', '=', me.userId).orderBy('id').execute()).toEqual([
    { action: 'user.erasure-announced', actor_kind: 'job', account_id: null },
    { action: 'user.erased', actor_kind: 'job', account_id: null },
  ]);
  expect(await db.transaction().execute((trx) => insertUser(trx, { ...me, name: 'Again' }))).toBeGreaterThan(me.userId);
  expect((await lab.call('getUser', {}, host)).status).toBe(200);
});

test('a user who joins an account is not erased, and is notified again 60 days after leaving that account', async () => {
  const me = await givenLeaver();
  now += days(61);
  expect(await runAndSend()).toBe(1);
  now += days(19);
  const id = await join(me);
  now += days(100);
  expect(await runAndSend()).toBe(0);
  await lab.db.deleteFrom('memberships').where('id', '=', id).execute();
  now += days(59);
  expect(await runAndSend()).toBe(0);
  now += days(2);
  expect(await runAndSend()).toBe(1);
  expect(await announced(me)).toHaveLength(2);
});

test('each sign-in restarts the 60 days; a wrong password does not', async () => {
  const me = await givenLeaver();
  await givenPassword(lab.db, me);
  now += days(61);
  expect(await runAndSend()).toBe(1);
  now += days(20);
  expect(await signIn(me, 'nine wrong lanterns')).toMatchObject({ status: 401 });
  const kept = { status: 422, body: { code: 'wrong_state', message: expect.stringContaining('not a member of any account') } };
  expect(await signIn(me)).toMatchObject(kept);
  now += days(59);
  expect(await runAndSend()).toBe(0);
  now += days(2);
  expect(await runAndSend()).toBe(1);
  expect(await announced(me)).toHaveLength(2);
  now += days(25);
  expect(await signIn(me, 'nine wrong lanterns')).toMatchObject({ status: 401 });
  now += days(6);
  expect(await runAndSend()).toBe(1);
  expect(await isErased(me)).toBe(true);
  expect(await signIn(me)).toMatchObject({ status: 401 });
});

test('writes at most one audit line per hour for refused sign-ins of a user without an account', async () => {
  const me = await givenLeaver();
  await givenPassword(lab.db, me);
  const lines = async () => {
    const of = lab.db.selectFrom('audit_log').select('details').where('action', '=', 'createSession.refused').orderBy('id');
    return (await of.where('resource_id', '=', me.userId).execute()).map(({ details }) => (details as { why: string }).why);
  };
  const refused = async () => expect(await signIn(me)).toMatchObject({ status: 422 });
  await Promise.all([refused(), refused(), refused(), refused()]);
  await refused();
  expect(await lines()).toEqual(['no account']);
  now += hours(1) - 1;
  expect(await signIn(me, 'nine wrong lanterns')).toMatchObject({ status: 401 });
  await refused();
  expect(await lines()).toEqual(['no account', 'password']);
  now += 1;
  await refused();
  await refused();
  expect(await lines()).toEqual(['no account', 'password', 'no account']);
});

test('after an outage, sends the overdue notice first and waits 30 days from the time that the mail was sent', async () => {
  const me = await givenLeaver();
  now += days(120);
  mail.failure = new MailError('away', { permanent: false });
  expect(await runAndSend()).toBe(1);
  expect(await isErased(me)).toBe(false);
  now += days(31);
  mail.failure = null;
  // The job runs before the mail is sent.
  expect(await runAndSend()).toBe(0);
  expect(await announced(me)).toMatchObject([{ sent_at: clock.now() }]);
  now += days(29);
  expect(await runAndSend()).toBe(0);
  now += days(1);
  expect(await runAndSend()).toBe(1);
  expect(await isErased(me)).toBe(true);
});

test('erases a user whose notice cannot be delivered', async () => {
  const me = await givenLeaver();
  now += days(61);
  mail.failure = new MailError('no such mailbox', { permanent: true });
  expect(await runAndSend()).toBe(1);
  mail.failure = null;
  now += days(31);
  expect(await runAndSend()).toBe(1);
  expect(await isErased(me)).toBe(true);
});

test('does not notify or erase a user who is suspended or has an open invitation', async () => {
  const [invited, suspended] = [await givenLeaver(), await givenLeaver()];
  const suspend = (suspended_at: Date | null) =>
    lab.db.updateTable('users').set({ suspended_at }).where('id', '=', suspended.userId).execute();
  const invite = async (until: number) => {
    const { id } = await givenInvitation(lab.db, { accountId: host.accountId, email: invited.email.toUpperCase() });
    await lab.db
      .updateTable('invitations')
      .set({ expires_at: new Date(until) })
      .where('id', '=', id)
      .execute();
  };
  await invite(now + days(62));
  await suspend(clock.now());
  now += days(61);
  expect(await runAndSend()).toBe(0);
  await suspend(null);
  now += days(1);
  expect(await runAndSend()).toBe(2);
  await lab.db.deleteFrom('invitations').execute();
  await invite(now + days(35));
  await suspend(clock.now());
  now += days(31);
  expect(await runAndSend()).toBe(0);
  await suspend(null);
  expect(await runAndSend()).toBe(1);
  expect([await isErased(invited), await isErased(suspended)]).toEqual([false, true]);
  now += days(5);
  expect(await runAndSend()).toBe(1);
  expect(await isErased(invited)).toBe(true);
});

test('one user whose notice fails does not block others, and is not marked without a mail', async () => {
  const [bad, good] = [await givenLeaver(), await givenLeaver()];
  now += days(61);
  await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.user_id = ${sql.lit(bad.userId)} then raise 'not this one'; end if; return new; end $$`.execute(lab.db);
  await sql`create trigger refuse_one before insert on mails for each row execute function refuse_one()`.execute(lab.db);
  expect(await runAndSend()).toBe(1);
  const marks = lab.db.selectFrom('users').select('erases_at').where('id', 'in', [bad.userId, good.userId]).orderBy('id');
  expect(await marks.execute()).toEqual([{ erases_at: null }, { erases_at: expect.any(Date) }]);
  expect((await openAlerts(lab.db)).map(({ key }) => key)).toContain(`erase-lone-users:${bad.userId}`);
  await sql`drop trigger refuse_one on mails`.execute(lab.db);
  now += hours(1);
  expect(await runAndSend()).toBe(1);
  expect(await announced(bad)).toHaveLength(1);
});

test('the database refuses to erase a user before the deadline, or a member of an account', async () => {
  const me = await givenLeaver();
  const erase = (userId: number) => worker.db.transaction().execute((trx) => eraseUserWithoutAccount(trx, userId, clock.now()));
  now += days(400);
  expect([await erase(me.userId), await erase(host.userId)]).toEqual([false, false]);
  const due = { alone_since: clock.now(), erases_at: clock.now() };
  await lab.db.updateTable('users').set(due).where('id', 'in', [me.userId, host.userId]).execute();
  expect([await erase(host.userId), await erase(me.userId), await erase(me.userId)]).toEqual([false, true, false]);
});
