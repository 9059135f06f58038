import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { browserHeaders, givenPassword, givenSession, ORIGIN, PASSWORD } from '../../given-sessions.ts';
import { givenTotp, otpOf } from '../../given-two-factor.ts';

let now = Date.now();
const clock = { now: () => new Date(now) };
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ clock });
});
afterAll(() => lab.close());

async function given() {
  const account = await givenAccount(lab.db);
  await givenPassword(lab.db, account);
  return { ...account, ...(await givenSession(lab.db, account, clock.now())) };
}
const statusOf = async (headers: Record<string, string>) => (await lab.call('getBalance', {}, { headers })).status;
const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000 });
const secretIn = (cookie: unknown): string => /^__Host-innkeeper-session=([\w-]{43});/.exec(String(cookie))?.[1] ?? '';

describe('the origin of a change', () => {
  const change = (headers: Record<string, string>) => lab.call('updateUser', { body: { newsletter: true } }, { headers });

  test('must be the own origin', async () => {
    const { headers } = await given();
    const { origin: _ours, ...cookie } = headers;
    expect(await change(headers)).toMatchObject({ status: 200 });
    expect(await change({ ...cookie, 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200 });
    const foreign = { status: 403, body: { code: 'foreign_origin' } };
    expect(await change(cookie)).toMatchObject(foreign);
    for (const site of ['same-site', 'cross-site', 'none'])
      expect(await change({ ...cookie, 'sec-fetch-site': site })).toMatchObject(foreign);
    for (const origin of ['https://evil.example.com', 'null', `${ORIGIN}.evil.example.com`, 'http://localhost:81'])
      expect(await change({ ...cookie, origin, 'sec-fetch-site': 'same-origin' })).toMatchObject(foreign);
    expect(await statusOf({ ...cookie, origin: 'https://evil.example.com' })).toBe(200);
  });

  test('is irrelevant for a request with a token, which overrides the session', async () => {
    const [session, other] = [await given(), await givenAccount(lab.db)];
    const headers = { ...session.headers, origin: 'https://evil.example.com', authorization: `Bearer ${other.token}` };
    expect(await lab.call('getUser', {}, { headers })).toMatchObject({ body: { email: other.email } });
    expect(await change(headers)).toMatchObject({ status: 200 });
    expect(await lab.call('getUser', {}, { headers: { ...headers, authorization: 'Bearer ik_wrong' } })).toMatchObject({
      status: 401,
    });
  });
});

describe('the secret of a session', () => {
  test('is rotated after a while; the old one works for a minute more, for concurrent requests', async () => {
    const { headers, secret } = await given();
    now += minutes(31);
    const replies = await Promise.all(Array.from({ length: 5 }, () => lab.call('getBalance', {}, { headers })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const cookies = replies.map((reply) => secretIn(reply.headers['set-cookie'])).filter((found) => found !== '');
    expect(cookies).toHaveLength(1);
    const next = browserHeaders(cookies[0] ?? '');
    expect(cookies[0]).not.toBe(secret);
    // The client has not used the new cookie yet, since the reply may be lost, so the previous cookie still works.
    now += minutes(5);
    expect(await statusOf(headers)).toBe(200);
    expect(await statusOf(next)).toBe(200);
    await soon(async () => {
      const { previous_until } = await lab.db
        .selectFrom('sessions')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      expect(previous_until).not.toBeNull();
    });
    expect(await statusOf(headers)).toBe(200);
    now += minutes(2);
    expect(await statusOf(headers)).toBe(401);
    expect(await statusOf(next)).toBe(200);
  });

  test('is rotated again if the reply with the new one was lost', async () => {
    const { headers } = await given();
    now += minutes(31);
    const lost = await lab.call('getBalance', {}, { headers });
    expect(secretIn(lost.headers['set-cookie'])).not.toBe('');
    now += minutes(31);
    const again = await lab.call('getBalance', {}, { headers });
    expect(await statusOf(browserHeaders(secretIn(again.headers['set-cookie'])))).toBe(200);
    expect(await statusOf(browserHeaders(secretIn(lost.headers['set-cookie'])))).toBe(401);
  });
});

describe('recent authentication', () => {
  const create = (headers: Record<string, string>) =>
    lab.call('createToken', { body: { name: 'given', abilities: ['read'] } }, { headers });
  const confirm = (headers: Record<string, string>, body: object) => lab.call('confirmSession', { body }, { headers });

  test('is required for sensitive operations, and satisfied by the password', async () => {
    const { headers, userId } = await given();
    expect(await create(headers)).toMatchObject({ status: 201 });
    now += minutes(16);
    expect(await create(headers)).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    expect(await confirm(headers, { password: 'wrong' })).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.any(String)] } },
    });
    const confirmed = await confirm(headers, { password: PASSWORD });
    expect(confirmed).toMatchObject({ status: 200, body: { current: true } });
    expect(await create(browserHeaders(secretIn(confirmed.headers['set-cookie'])))).toMatchObject({ status: 201 });
    const lines = await lab.db.selectFrom('audit_log').select('action').where('user_id', '=', userId).orderBy('id').execute();
    expect(lines.map(({ action }) => action)).toEqual(['createToken', 'confirmSession.refused', 'confirmSession', 'createToken']);
  });

  test('also requires a code if an authenticator app is set up, which a stolen cookie or password cannot remove', async () => {
    const session = await given();
    const { headers } = session;
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    await givenTotp(lab.db, session, secret);
    now += minutes(16);
    const remove = (of: Record<string, string>, otp: string) => lab.call('disableTwoFactor', { body: { otp } }, { headers: of });
    expect(await remove(headers, otpOf(secret))).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    expect(await confirm(headers, { password: PASSWORD })).toMatchObject({
      status: 422,
      body: { errors: { otp: [expect.any(String)] } },
    });
    expect(await confirm(headers, { password: PASSWORD, otp: '000000' })).toMatchObject({ status: 422 });
    const { userId } = session;
    expect(await lab.db.selectFrom('user_totp').select('user_id').where('user_id', '=', userId).execute()).toHaveLength(1);
  });

  test('does not apply to tokens', async () => {
    const { token } = await given();
    expect(await lab.call('createToken', { body: { name: 'given', abilities: ['read'] } }, { token })).toMatchObject({
      status: 201,
    });
    expect(await lab.call('confirmSession', { body: { password: PASSWORD } }, { token })).toMatchObject({
      status: 422,
      body: { code: 'wrong_state' },
    });
    expect(await lab.call('deleteCurrentSession', {}, { token })).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  });
});

test('a session acts in one account at a time, which its user can switch to another of their own', async () => {
  const [session, other, foreign] = [await given(), await givenAccount(lab.db), await givenAccount(lab.db)];
  await lab.db
    .insertInto('memberships')
    .values({ account_id: other.accountId, user_id: session.userId, role: 'billing' })
    .execute();
  const move = (account_id: number) => lab.call('updateSession', { body: { account_id } }, { headers: session.headers });
  expect(await move(foreign.accountId)).toMatchObject({ status: 422, body: { errors: { account_id: [expect.any(String)] } } });
  const moved = await move(other.accountId);
  expect(moved).toMatchObject({ status: 200, body: { id: session.id, account_id: other.accountId } });
  const headers = browserHeaders(secretIn(moved.headers['set-cookie']));
  // The session has the role of the user in that account.
  expect(await lab.call('addSshKey', { body: { name: 'a', public_key: 'b' } }, { headers })).toMatchObject({
    status: 403,
    body: { code: 'insufficient_role' },
  });
  // A user who leaves the account is signed out of it.
  await lab.db
    .deleteFrom('memberships')
    .where('account_id', '=', other.accountId)
    .where('user_id', '=', session.userId)
    .execute();
  await soon(async () => expect(await statusOf(headers)).toBe(401));
});

test('a user lists all sessions, and can end one or all others at once', async () => {
  const one = await given();
  const two = await givenSession(lab.db, one, clock.now());
  const three = await givenSession(lab.db, one, clock.now());
  const foreigner = await given();
  for (const { headers } of [one, two, three]) expect(await statusOf(headers)).toBe(200);
  const listed = (await lab.call('listSessions', {}, { headers: one.headers })).body.data as { id: number; current: boolean }[];
  expect(new Map(listed.map(({ id, current }) => [id, current]))).toEqual(
    new Map([
      [one.id, true],
      [two.id, false],
      [three.id, false],
    ]),
  );
  const end = (id: number, headers: Record<string, string>) => lab.call('deleteSession', { params: { id } }, { headers });
  expect(await end(two.id, foreigner.headers)).toMatchObject({ status: 403, body: { code: 'not_yours' } });
  expect(await end(two.id, one.headers)).toMatchObject({ status: 204 });
  expect(await end(two.id, one.headers)).toMatchObject({ status: 404 });
  await soon(async () => expect(await statusOf(two.headers)).toBe(401));
  expect(await lab.call('deleteOtherSessions', {}, { headers: one.headers })).toMatchObject({ status: 204 });
  await soon(async () => expect(await statusOf(three.headers)).toBe(401));
  expect([await statusOf(one.headers), await statusOf(foreigner.headers)]).toEqual([200, 200]);
});

test('suspending the user or the account takes effect at once', async () => {
  const session = await given();
  const change = () => lab.call('updateUser', { body: { newsletter: true } }, { headers: session.headers });
  expect((await change()).status).toBe(200);
  const account = lab.db.updateTable('accounts').where('id', '=', session.accountId);
  await account.set({ suspended_at: clock.now(), suspend_reason: 'given' }).execute();
  await soon(async () => expect(await change()).toMatchObject({ status: 403, body: { code: 'account_suspended' } }));
  expect(await statusOf(session.headers)).toBe(200);
  await lab.db.updateTable('users').set({ suspended_at: clock.now() }).where('id', '=', session.userId).execute();
  await soon(async () => expect(await statusOf(session.headers)).toBe(401));
});

test('purges sessions a week after their end, and sign-in networks after half a year', async () => {
  const { purgeSignIns } = await import('@innkeeper/jobs/purge-sign-ins');
  const session = await given();
  await lab.call('deleteCurrentSession', {}, { headers: session.headers });
  const left = async () => (await lab.db.selectFrom('sessions').select('id').where('id', '=', session.id).execute()).length;
  await purgeSignIns(givenJobCx(lab.db, { clock }));
  expect(await left()).toBe(1);
  now += days(8);
  await purgeSignIns(givenJobCx(lab.db, { clock }));
  expect(await left()).toBe(0);
});
