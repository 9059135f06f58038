import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { homeAt } from '@innkeeper/apps/installation/home';
import { DEMO_EMAIL, recordNoDemo } from '@innkeeper/apps/installation/trial';
import { makeFirstLink } from '@innkeeper/apps/up/first-link';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, OPERATOR_ROLE } from '@innkeeper/db/roles';
import { createAccount } from '@innkeeper/db/tables/accounts';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { putSignInLink } from '@innkeeper/db/tables/sign-in-links';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { browserHeaders, givenSession, ORIGIN } from '../../given-sessions.ts';

const PROXY = '127.0.0.9';
let now = Date.now();
const clock = { now: () => new Date(now) };
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ clock, trustProxy: [PROXY] });
});
afterAll(() => lab.close());

/** Stores a link for the user, as the command line does. */
async function givenLink({ userId }: { userId: number }): Promise<string> {
  const secret = newSecret();
  await putSignInLink(lab.db, { userId, secretHash: hashSecret(secret), expiresAt: new Date(now + hours(1)) });
  return secret;
}

const open = (secret: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  lab.send({ method: 'POST', url: '/v1/sessions/link', headers, remoteAddress, payload: { secret } });
const sessionsOf = async ({ userId }: GivenAccount) =>
  lab.db.selectFrom('sessions').select(['id', 'ended_at']).where('user_id', '=', userId).orderBy('id').execute();
const browserOf = (reply: { headers: Record<string, unknown> }): Record<string, string> =>
  browserHeaders(/^__Host-innkeeper-session=([\w-]{43});/.exec(String(reply.headers['set-cookie']))?.[1] ?? '');
const REFUSED = { status: 404, body: { code: 'not_found' } };

describe('a first link', () => {
  test('signs its user in, with a cookie and an audit line', async () => {
    const me = await givenAccount(lab.db);
    const reply = await open(await givenLink(me), { origin: ORIGIN });
    expect(reply).toMatchObject({ status: 201, body: { account_id: me.accountId, current: true, single_sign_on: false } });
    expect(reply.headers['set-cookie']).toMatch(/^__Host-innkeeper-session=[\w-]{43}; .*HttpOnly/);
    const current = await lab.call('getCurrentSession', {}, { headers: browserOf(reply) });
    expect(current.body).toMatchObject({ user: { id: me.userId }, role: 'owner', confirm_with: [] });
    const lines = await lab.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('user_id', '=', me.userId)
      .where('action', '=', 'createSession')
      .execute();
    expect(lines).toMatchObject([{ details: { methods: ['link'] } }]);
  });

  test('counts as recent authentication for 15 minutes, in which the user can set a first password', async () => {
    const me = await givenAccount(lab.db);
    const headers = browserOf(await open(await givenLink(me)));
    const set = await lab.call('changePassword', { body: { password: 'seven green lanterns' } }, { headers });
    expect(set.status).toBeLessThan(300);
    const later = browserOf(await open(await givenLink(me)));
    now += minutes(16);
    const body = { name: 'given', abilities: ['read'] };
    expect(await lab.call('createToken', { body }, { headers: later })).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required' },
    });
  });

  test('ends the previous session of the browser', async () => {
    const [me, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
    const { headers } = await givenSession(lab.db, other, clock.now());
    expect(await open(await givenLink(me), headers)).toMatchObject({ status: 201 });
    expect(await sessionsOf(other)).toMatchObject([{ ended_at: expect.any(Date) }]);
  });

  test('works once, also if it is used twice at the same time', async () => {
    const me = await givenAccount(lab.db);
    const secret = await givenLink(me);
    const statuses = (await Promise.all([open(secret), open(secret), open(secret)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 404, 404]);
    expect(await lab.call('createSessionByLink', { body: { secret } })).toMatchObject(REFUSED);
    expect(await sessionsOf(me)).toHaveLength(1);
  });

  test('is refused after an hour, after a newer one, if it is guessed, and for a suspended user', async () => {
    const me = await givenAccount(lab.db);
    const expired = await givenLink(me);
    now += hours(1);
    expect(await open(expired)).toMatchObject(REFUSED);
    const replaced = await givenLink(me);
    const latest = await givenLink(me);
    expect(await open(replaced)).toMatchObject(REFUSED);
    expect(await open(newSecret())).toMatchObject(REFUSED);
    expect(await open(hashSecret(latest).toString('base64url'))).toMatchObject(REFUSED);
    await lab.db.updateTable('users').set({ suspended_at: clock.now() }).where('id', '=', me.userId).execute();
    expect(await open(latest)).toMatchObject(REFUSED);
    expect(await sessionsOf(me)).toEqual([]);
  });

  test('is refused with the same message for every reason', async () => {
    const me = await givenAccount(lab.db);
    const used = await givenLink(me);
    await open(used);
    const words = await Promise.all([open(used), open(newSecret()), open(await givenLink(me), { via: '1.1 proxy' })]);
    const { request_id: _one, ...first } = words[0].body;
    for (const { body } of words) expect(body).toMatchObject(first);
  });
});

describe('a first link in a trial container', () => {
  const GATEWAY = '172.17.0.1';

  test("works only from the container's gateway address", async () => {
    const trial = await openLab({ clock, allowsPlainHttp: true, gateways: [GATEWAY] });
    const { userId } = await givenAccount(trial.db);
    const secret = newSecret();
    await putSignInLink(trial.db, { userId, secretHash: hashSecret(secret), expiresAt: new Date(now + hours(1)) });
    const openAt = (remoteAddress: string, headers: Record<string, string> = {}) =>
      trial.send({ method: 'POST', url: '/v1/sessions/link', headers, remoteAddress, payload: { secret } });
    expect(await openAt('172.17.0.3')).toMatchObject(REFUSED);
    expect(await openAt('172.17.0.3', { 'x-forwarded-for': GATEWAY })).toMatchObject(REFUSED);
    expect(await openAt(GATEWAY, { via: '1.1 proxy' })).toMatchObject(REFUSED);
    expect(await openAt(`::ffff:${GATEWAY}`)).toMatchObject({ status: 201 });
    await trial.close();
  });
});

describe('a first link on another machine', () => {
  test('is refused despite forged proxy headers, and stays valid on this machine', async () => {
    const me = await givenAccount(lab.db);
    const secret = await givenLink(me);
    const https = { 'x-forwarded-proto': 'https' };
    const forged: [Record<string, string>, string?][] = [
      [{ 'x-forwarded-for': '127.0.0.1' }],
      [{ 'x-forwarded-for': '' }],
      [{ 'x-forwarded-host': 'localhost' }],
      [{ 'x-forwarded-proto': 'http' }],
      [{ 'X-Forwarded-Port': '443' }],
      [{ forwarded: 'for=127.0.0.1;proto=https' }],
      [{ via: '1.1 proxy' }],
      [{ 'x-real-ip': '127.0.0.1' }],
      [{ 'cf-connecting-ip': '127.0.0.1' }],
      [{ 'true-client-ip': '127.0.0.1' }],
      [{ host: 'shop.example' }],
      [{ host: '198.51.100.9:7080' }],
      [{ ...https, 'x-forwarded-for': '192.0.2.7' }, PROXY],
      [{ ...https, 'x-forwarded-for': '127.0.0.1, 192.0.2.7' }, PROXY],
      [{ ...https, 'x-forwarded-for': 'localhost' }, PROXY],
      [https, PROXY],
      [{}, PROXY],
    ];
    for (const [headers, peer] of forged)
      expect(await open(secret, headers, peer), JSON.stringify(headers)).toMatchObject(REFUSED);
    // Without a proxy, plain HTTP from another host is refused earlier.
    const direct: Record<string, string>[] = [{}, { 'x-forwarded-for': '127.0.0.1' }, { host: 'localhost' }];
    for (const headers of direct) expect((await open(secret, headers, '192.0.2.7')).status).not.toBe(201);
    expect(await sessionsOf(me)).toEqual([]);
    expect(await open(secret, { ...https, 'x-forwarded-for': '127.0.0.1' }, PROXY)).toMatchObject({ status: 201 });
  });

  test('is refused from a foreign page in a browser on this machine', async () => {
    const secret = await givenLink(await givenAccount(lab.db));
    const foreign = { status: 403, body: { code: 'foreign_origin' } };
    for (const origin of ['https://evil.example.com', 'null', 'http://localhost:81'])
      expect(await open(secret, { origin })).toMatchObject(foreign);
  });
});

describe('the link of a trial', () => {
  const url = 'http://localhost:7080';
  const secretOf = (link: string | null) => /^http:\/\/localhost:7080\/enter#([\w-]{43})$/.exec(link ?? '')?.[1] ?? '';

  test('signs in to the demo account unless it is suspended, and replaces the previous link', async () => {
    const home = homeAt(await mkdtemp(path.join(os.tmpdir(), 'innkeeper-home-')));
    const make = () => makeFirstLink(lab.db, { home, url, now: clock.now() });
    expect(await make()).toBeNull();
    const demo = await lab.db
      .transaction()
      .execute((trx) => createAccount(trx, { email: DEMO_EMAIL, name: 'Demo', country: 'DE' }));
    const [before, latest] = [secretOf(await make()), secretOf(await make())];
    expect(await open(before)).toMatchObject(REFUSED);
    expect(await open(latest)).toMatchObject({ status: 201, body: { account_id: demo?.accountId } });
    await lab.db
      .updateTable('accounts')
      .set({ suspended_at: clock.now(), suspend_reason: 'The trial is over.' })
      .where('id', '=', demo?.accountId ?? 0)
      .execute();
    expect(await make()).toBeNull();
    await rm(home.path, { recursive: true });
  });

  test('is not created in a home that was set up without a demo account', async () => {
    const home = homeAt(await mkdtemp(path.join(os.tmpdir(), 'innkeeper-home-')));
    await recordNoDemo(home);
    expect(await makeFirstLink(lab.db, { home, url, now: clock.now() })).toBeNull();
    await rm(home.path, { recursive: true });
  });
});

test('the database roles of API and staff cannot create a link', async () => {
  const { userId } = await givenAccount(lab.db);
  const link = { userId, secretHash: hashSecret(newSecret()), expiresAt: new Date(now + hours(1)) };
  const staff = openDatabase({ url: asRole(lab.url, OPERATOR_ROLE), max: 1 });
  await expect(putSignInLink(lab.api.db, link)).rejects.toThrow('permission denied');
  await expect(putSignInLink(staff.db, link)).rejects.toThrow('permission denied');
  await expect(lab.api.db.updateTable('sign_in_links').set({ user_id: userId }).execute()).rejects.toThrow('permission denied');
  await staff.close();
});
