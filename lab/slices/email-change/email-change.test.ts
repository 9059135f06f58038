import { sendMails } from '@innkeeper/jobs/send-mails';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { fakeMail } from '../../fake-mail.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { emailChangeSecret } from '../../given-email-changes.ts';
import { givenPassword, givenSession, PASSWORD } from '../../given-sessions.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
beforeAll(async () => {
  // The tests request more changes than the limit per minute allows.
  const openBucket = () => async () => ({ limit: 1_000, remaining: 1_000 });
  lab = await openLab({ clock, trustProxy: ['127.0.0.1'], openBucket });
});
afterAll(() => lab.close());

let places = 0;
const from = (address = `198.51.100.${(places++ % 250) + 1}`) => ({
  headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' },
});
let names = 0;
const newEmail = (): string => `other-${++names}@example.net`;
async function given() {
  const user = await givenAccount(lab.db);
  await givenPassword(lab.db, user);
  return { ...user, ...(await givenSession(lab.db, user, clock.now())) };
}
type Given = Awaited<ReturnType<typeof given>>;
const ask = ({ headers }: Given, email: string) => lab.call('createEmailChange', { body: { email } }, { headers });
const confirm = (secret: string, address?: string) => lab.call('confirmEmailChange', { body: { secret } }, from(address));
const stop = (secret: string) => lab.call('stopEmailChange', { body: { secret } }, from());
const pendingOf = async ({ headers }: Given) => (await lab.call('getEmailChange', {}, { headers })).body.pending;
const signIn = (email: string) => lab.call('createSession', { body: { email, password: PASSWORD } }, from());
const emailOf = async ({ userId }: Pick<GivenAccount, 'userId'>) =>
  (await lab.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;

const secretTo = (address: string) => emailChangeSecret(lab.db, address);
async function linksFor(user: Given, email: string): Promise<{ ofNew: string; ofOld: string }> {
  expect((await ask(user, email)).status).toBe(200);
  return { ofNew: await secretTo(email), ofOld: await secretTo(user.email) };
}
const noSuch = { status: 422, body: { errors: { secret: [expect.stringContaining('no longer valid')] } } };
const changed = (is: boolean) => ({ status: 200, body: { changed: is } });

test('changes the address after both links were used, in either order, and ends all other sessions', async () => {
  for (const order of [['ofNew', 'ofOld'] as const, ['ofOld', 'ofNew'] as const]) {
    const user = await given();
    const other = await givenSession(lab.db, user, clock.now());
    const team = await givenAccount(lab.db);
    const member = { account_id: team.accountId, user_id: user.userId, role: 'technical' as const };
    await lab.db.insertInto('memberships').values(member).execute();
    const email = newEmail();
    const links = await linksFor(user, email);
    expect(await confirm(links[order[0]])).toMatchObject(changed(false));
    // A second confirmation with the same link does not count as the other one.
    expect(await confirm(links[order[0]])).toMatchObject(changed(false));
    expect(await emailOf(user)).toBe(user.email);
    expect(await pendingOf(user)).toMatchObject({
      ...{ email, new_confirmed: order[0] === 'ofNew', old_confirmed: order[0] === 'ofOld' },
    });
    expect(await confirm(links[order[1]], '203.0.113.7')).toMatchObject(changed(true));
    expect(await emailOf(user)).toBe(email);
    expect(await confirm(links[order[0]])).toMatchObject(changed(true));
    expect(await pendingOf(user)).toBeNull();
    const statusOf = async (headers: Record<string, string>) => (await lab.call('getUser', {}, { headers })).status;
    await expect.poll(() => statusOf(other.headers), { timeout: 20_000 }).toBe(401);
    expect(await statusOf(user.headers)).toBe(200);
    expect(await signIn(user.email)).toMatchObject({ status: 401 });
    expect(await signIn(email)).toMatchObject({ status: 201 });
    for (const address of [user.email, email]) {
      const mails = lab.db
        .selectFrom('mails')
        .select('data')
        .where('address', '=', address)
        .where('template', '=', 'email-changed');
      expect(await mails.execute()).toMatchObject([{ data: { before: user.email, after: email } }]);
    }
    const lines = lab.db.selectFrom('audit_log').select(['account_id', 'details']).where('action', '=', 'confirmEmailChange');
    const details = { before: user.email, after: email, from: '203.0.113.7', ended: 1 };
    expect(await lines.where('user_id', '=', user.userId).orderBy('account_id').execute()).toEqual([
      { account_id: user.accountId, details },
      { account_id: team.accountId, details },
    ]);
  }
});

test('requires a session authenticated within the last 15 minutes', async () => {
  const user = await given();
  now += minutes(16);
  expect(await ask(user, newEmail())).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
});

test('does not reveal whether the new address belongs to a user, and cannot take over an address in use', async () => {
  const [user, other] = [await given(), await given()];
  const [known, unknown] = [await ask(user, other.email), await ask(user, newEmail())];
  const shown = ({ status, body }: typeof known) => [status, { ...body.pending, email: '' }];
  expect(shown(known)).toEqual(shown(unknown));
  const { ofNew, ofOld } = await linksFor(user, other.email);
  expect(await confirm(ofOld)).toMatchObject(changed(false));
  expect(await confirm(ofNew)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  expect([await emailOf(user), await emailOf(other)]).toEqual([user.email, other.email]);
  expect(await ask(user, user.email)).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } });
});

test('only one of two users who request the same address at the same time gets it', async () => {
  const [one, two, email] = [await given(), await given(), newEmail()];
  const secrets: string[] = [];
  for (const user of [one, two]) {
    const { ofNew, ofOld } = await linksFor(user, email);
    expect(await confirm(ofNew)).toMatchObject(changed(false));
    secrets.push(ofOld);
  }
  const replies = await Promise.all(secrets.map((secret) => confirm(secret)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  const emails = [await emailOf(one), await emailOf(two)];
  expect(emails.filter((have) => have === email)).toHaveLength(1);
});

test('using both links at the same time changes the address once', async () => {
  const [user, email] = [await given(), newEmail()];
  const { ofNew, ofOld } = await linksFor(user, email);
  const replies = await Promise.all([confirm(ofNew), confirm(ofOld)]);
  expect(replies.map(({ body }) => body.changed).sort()).toEqual([false, true]);
  expect(await emailOf(user)).toBe(email);
});

test('ends a change after a day, or when it is stopped, withdrawn or replaced, or its user is suspended', async () => {
  const user = await given();
  const late = await linksFor(user, newEmail());
  now += hours(24);
  for (const secret of [late.ofNew, late.ofOld, 'A'.repeat(43)]) expect(await confirm(secret)).toMatchObject(noSuch);
  for (const side of ['ofNew', 'ofOld'] as const) {
    const asked = await given();
    const links = await linksFor(asked, newEmail());
    expect(await confirm(links.ofNew)).toMatchObject(changed(false));
    expect((await stop(links[side])).status).toBe(204);
    expect((await stop(links[side])).status).toBe(204);
    expect(await confirm(links.ofOld)).toMatchObject(noSuch);
    expect(await pendingOf(asked)).toBeNull();
  }
  const asked = await given();
  const [first, second] = [await linksFor(asked, newEmail()), await linksFor(asked, newEmail())];
  expect(await confirm(first.ofNew)).toMatchObject(noSuch);
  expect((await lab.call('deleteEmailChange', {}, asked)).status).toBe(204);
  expect(await lab.call('deleteEmailChange', {}, asked)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  expect(await confirm(second.ofNew)).toMatchObject(noSuch);
  const third = await linksFor(asked, newEmail());
  await lab.db.updateTable('users').set({ suspended_at: clock.now() }).where('id', '=', asked.userId).execute();
  expect(await confirm(third.ofNew)).toMatchObject(noSuch);
});

test('a completed change ends password resets of the old address, and stored mails contain no secrets', async () => {
  const [user, email] = [await given(), newEmail()];
  const { ofNew, ofOld } = await linksFor(user, email);
  const mail = fakeMail();
  while ((await sendMails({ ...givenJobCx(lab.db, { clock }), mail })) > 0);
  expect(mail.sent.find(({ to }) => to === email)?.text).toContain(ofNew);
  const rows = await lab.db.selectFrom('mails').select('data').where('template', 'like', 'email-change-%').execute();
  for (const secret of [ofNew, ofOld]) expect(JSON.stringify(rows)).not.toContain(secret);
  const at = { created_at: clock.now(), expires_at: new Date(now + hours(1)) };
  const reset = { email: user.email, user_id: user.userId, secret_hash: Buffer.alloc(32, user.userId), ...at };
  await lab.db.insertInto('password_resets').values(reset).execute();
  await confirm(ofNew);
  expect(await confirm(ofOld)).toMatchObject(changed(true));
  const resets = lab.db.selectFrom('password_resets').select('ended_at').where('user_id', '=', user.userId);
  expect(await resets.execute()).toEqual([{ ended_at: clock.now() }]);
});

test('limits a user to five changes per day, and throttles wrong secrets', async () => {
  const user = await given();
  for (let i = 0; i < 5; i += 1) expect((await ask(user, newEmail())).status).toBe(200);
  expect(await ask(user, newEmail())).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  now += days(1);
  const fresh = { ...user, ...(await givenSession(lab.db, user, clock.now())) };
  expect((await ask(fresh, newEmail())).status).toBe(200);
  const statuses = [];
  for (let i = 0; i < 21; i += 1) statuses.push((await confirm(`${i}`.padEnd(43, 'A'), '203.0.113.9')).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
});
