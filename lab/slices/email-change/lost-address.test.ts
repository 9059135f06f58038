/** Tests users who have lost their mailbox. The staff requests another address, and the users can stop that. */
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { changeEmails } from '@innkeeper/jobs/change-emails';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { emailChangeSecret } from '../../given-email-changes.ts';
import { givenPasskey } from '../../given-passkeys.ts';
import { givenPassword, givenSession, PASSWORD } from '../../given-sessions.ts';
import { givenStaff } from '../../given-staff.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
let staff: { authorization: string };
beforeAll(async () => {
  const openBucket = () => async () => ({ limit: 1_000, remaining: 1_000 });
  lab = await openLab({ clock, trustProxy: ['127.0.0.1'], openBucket });
  staff = { authorization: `Bearer ${(await givenStaff(lab.db, { role: 'owner', name: 'Ann', now: clock.now() })).token}` };
});
afterAll(() => lab.close());

let places = 0;
const from = () => ({ headers: { 'x-forwarded-for': `198.51.100.${(places++ % 250) + 1}`, 'x-forwarded-proto': 'https' } });
let names = 0;
async function given() {
  const user = await givenAccount(lab.db);
  await givenPassword(lab.db, user);
  return { ...user, ...(await givenSession(lab.db, user, clock.now())) };
}
type Given = Awaited<ReturnType<typeof given>>;
const confirm = (secret: string) => lab.call('confirmEmailChange', { body: { secret } }, from());
const stop = (secret: string) => lab.call('stopEmailChange', { body: { secret } }, from());
const signIn = (email: string) => lab.call('createSession', { body: { email, password: PASSWORD } }, from());
const changed = (is: boolean) => ({ status: 200, body: { changed: is } });
const noSuch = { status: 422, body: { errors: { secret: [expect.stringContaining('no longer valid')] } } };
/** Runs the job of the API, with the database role of the API. */
const run = () => changeEmails({ ...givenJobCx(lab.api.db, { clock }) });
const emailOf = async ({ userId }: Given) =>
  (await lab.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;

const secretTo = (address: string) => emailChangeSecret(lab.db, address);

/** Requests the change as the staff, over HTTP. */
async function lost(user: Given) {
  const email = `found-${++names}@example.net`;
  const payload = { email, reason: 'Passport seen.' };
  const url = `/v1/operator/users/${encodeURIComponent(user.email)}/email`;
  expect((await lab.send({ method: 'POST', url, headers: staff, payload })).status).toBe(200);
  return { email, ofNew: await secretTo(email), ofOld: await secretTo(user.email) };
}

test('takes effect after two days if it was confirmed; sessions and links end, passkeys and password stay', async () => {
  const user = await given();
  const team = await givenAccount(lab.db);
  await lab.db
    .insertInto('memberships')
    .values({ account_id: team.accountId, user_id: user.userId, role: 'technical' })
    .execute();
  await givenPasskey(lab.db, user);
  const at = { created_at: clock.now(), expires_at: new Date(now + days(9)) };
  const reset = { email: user.email, user_id: user.userId, secret_hash: Buffer.alloc(32, user.userId), ...at };
  await lab.db.insertInto('password_resets').values(reset).execute();
  const { email, ofNew } = await lost(user);
  const pending = { email, new_confirmed: false, old_confirmed: false, counts_from: '2027-03-12T12:00:00.000000Z' };
  expect((await lab.call('getEmailChange', {}, user)).body.pending).toMatchObject(pending);
  expect(await confirm(ofNew)).toMatchObject(changed(false));
  now += hours(48) - 1;
  expect([await run(), await emailOf(user)]).toEqual([0, user.email]);
  now += 1;
  const late = await givenSession(lab.db, user, clock.now());
  expect([await run(), await emailOf(user)]).toEqual([1, email]);
  expect(await run()).toBe(0);
  const statusOf = async () => (await lab.call('getUser', {}, late)).status;
  await expect.poll(statusOf, { timeout: 20_000 }).toBe(401);
  expect(await signIn(user.email)).toMatchObject({ status: 401 });
  expect(await signIn(email)).toMatchObject({ status: 201 });
  const resets = lab.db.selectFrom('password_resets').select('ended_at').where('user_id', '=', user.userId);
  expect(await resets.execute()).toEqual([{ ended_at: clock.now() }]);
  expect(await lab.db.selectFrom('user_passkeys').select('user_id').where('user_id', '=', user.userId).execute()).toHaveLength(1);
  expect((await lab.call('getUser', {}, { token: user.token })).status).toBe(200);
  for (const address of [user.email, email]) {
    const mails = lab.db
      .selectFrom('mails')
      .select('data')
      .where('address', '=', address)
      .where('template', '=', 'email-changed');
    expect(await mails.execute()).toMatchObject([{ data: { before: user.email, after: email } }]);
  }
  const lines = lab.db.selectFrom('audit_log').select(['account_id', 'actor_kind', 'details']);
  const details = { before: user.email, after: email, ended: 2, requested_by: 'Ann' };
  expect(
    await lines.where('action', '=', 'user.email-changed').where('resource_id', '=', user.userId).orderBy('account_id').execute(),
  ).toEqual([user.accountId, team.accountId].map((account_id) => ({ account_id, actor_kind: 'job', details })));
});

test('confirming after two days changes the address at once, and after five days has no effect', async () => {
  const [user, other] = [await given(), await given()];
  const [first, second] = [await lost(user), await lost(other)];
  now += days(3);
  expect([await run(), await emailOf(user)]).toEqual([0, user.email]);
  expect(await confirm(first.ofNew)).toMatchObject(changed(true));
  expect(await emailOf(user)).toBe(first.email);
  now += days(2);
  expect(await confirm(second.ofNew)).toMatchObject(noSuch);
  expect([await run(), await emailOf(other)]).toEqual([0, other.email]);
});

test('the old mailbox can stop the change until the last moment, or approve it at once', async () => {
  const [user, other] = [await given(), await given()];
  const stopped = await lost(user);
  expect(await confirm(stopped.ofNew)).toMatchObject(changed(false));
  now += hours(48);
  expect((await stop(stopped.ofOld)).status).toBe(204);
  expect([await run(), await emailOf(user)]).toEqual([0, user.email]);
  expect(await confirm(stopped.ofNew)).toMatchObject(noSuch);
  const consented = await lost(other);
  expect(await confirm(consented.ofOld)).toMatchObject(changed(false));
  expect(await confirm(consented.ofNew)).toMatchObject(changed(true));
  expect((await stop(consented.ofOld)).status).toBe(422);
});

test("the signed-in user can withdraw the change, and a suspended user's change waits", async () => {
  const [user, other] = [await given(), await given()];
  const withdrawn = await lost(user);
  expect((await lab.call('deleteEmailChange', {}, user)).status).toBe(204);
  expect(await confirm(withdrawn.ofNew)).toMatchObject(noSuch);
  const waiting = await lost(other);
  expect(await confirm(waiting.ofNew)).toMatchObject(changed(false));
  const suspend = (suspended_at: Date | null) =>
    lab.db.updateTable('users').set({ suspended_at }).where('id', '=', other.userId).execute();
  await suspend(clock.now());
  now += hours(48);
  expect([await run(), await emailOf(other)]).toEqual([0, other.email]);
  await suspend(null);
  expect([await run(), await emailOf(other)]).toEqual([1, waiting.email]);
});

test('alerts the operator if another user has taken the address, and continues with other changes', async () => {
  const [user, other, thief] = [await given(), await given(), await given()];
  const [taken, free] = [await lost(user), await lost(other)];
  for (const { ofNew } of [taken, free]) expect(await confirm(ofNew)).toMatchObject(changed(false));
  await lab.db.updateTable('users').set({ email: taken.email }).where('id', '=', thief.userId).execute();
  now += hours(48);
  expect(await run()).toBe(1);
  expect([await emailOf(user), await emailOf(other)]).toEqual([user.email, free.email]);
  const expected = { kind: 'due_failed', message: expect.stringContaining('Another user already has this address') };
  expect((await openAlerts(lab.db)).filter(({ key }) => key.startsWith('change-emails:'))).toMatchObject([expected]);
});
