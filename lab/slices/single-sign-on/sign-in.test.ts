/** Tests that members of a company sign in with its identity provider: the resulting user, and the abilities of the session. */
import { REFUSED_TO_PROVIDER_SESSIONS } from '@innkeeper/contract/single-sign-on';
import { eraseUserWithoutAccount } from '@innkeeper/db/tables/users-without-account';
import { minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenAccount } from '../../given.ts';
import { givenInvitation } from '../../given-members.ts';
import { browserHeaders, givenPassword, givenSession, ORIGIN, PASSWORD } from '../../given-sessions.ts';
import { givenTotp, otpOf } from '../../given-two-factor.ts';
import { labSettings } from '../../settings.ts';
import {
  auditOf,
  begin,
  type Company,
  cookieIn,
  givenCompany,
  type Kit,
  openKit,
  setNextPerson,
  signOn,
  signOnHeaders,
} from './kit.ts';

const now = Date.now();
const clock = { now: () => new Date(now) };
let kit: Kit;
beforeAll(async () => {
  kit = await openKit({ clock });
});
afterAll(() => kit.close());

const lab = () => kit.lab;
const membersOf = ({ accountId }: Company) =>
  lab()
    .db.selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.name', 'm.role', 'u.password_hash'])
    .where('m.account_id', '=', accountId)
    .where('m.role', '<>', 'owner')
    .execute();

/** Inserts a user with an address of the company and a password. Unless `role` is null, the user is a member of the company. */
async function givenUser(company: Company, name: string, role: 'admin' | 'technical' | null = 'technical') {
  const own = await givenAccount(lab().db);
  const email = company.of(name);
  await lab().db.updateTable('users').set({ email }).where('id', '=', own.userId).execute();
  await givenPassword(lab().db, own);
  if (role !== null)
    await lab().db.insertInto('memberships').values({ account_id: company.accountId, user_id: own.userId, role }).execute();
  return { ...own, email };
}

const refused = (message: RegExp) => ({
  status: 403,
  body: { code: 'single_sign_on_refused', message: expect.stringMatching(message) },
});

describe('a first sign-in', () => {
  test('creates a new user if the user with that address is being erased', async () => {
    const company = await givenCompany(kit, { default_role: 'technical' });
    const email = company.of('grace');
    const row = { email, name: 'Grace', erases_at: clock.now() };
    const { id } = await lab().db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
    let signingOn: ReturnType<typeof signOn> | undefined;
    await lab()
      .db.transaction()
      .execute(async (trx) => {
        expect(await eraseUserWithoutAccount(trx, id, clock.now())).toBe(true);
        signingOn = signOn(kit, company, 'grace');
        const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(async () => (await waits.execute(lab().db)).rows.length, { timeout: 20_000 }).toBe(1);
      });
    expect((await signingOn)?.reply.status).toBe(201);
    const [member, ...others] = await membersOf(company);
    expect([member?.email, others]).toEqual([email, []]);
    expect(member?.id).toBeGreaterThan(id);
  });

  test('creates a user and a member if the account allows it; the second sign-in finds them', async () => {
    const company = await givenCompany(kit, { default_role: 'technical' });
    const first = await signOn(kit, company, 'grace');
    expect(first.reply).toMatchObject({
      status: 201,
      body: { purpose: 'sign_in', session: { account_id: company.accountId, single_sign_on: true }, second_factor: null },
    });
    const again = await signOn(kit, company, 'grace');
    expect(again.reply.status).toBe(201);
    expect(await membersOf(company)).toEqual([
      { id: expect.any(Number), email: company.of('grace'), name: 'grace', role: 'technical', password_hash: null },
    ]);
    expect(await lab().call('getUser', {}, { headers: again.headers })).toMatchObject({ body: { email: company.of('grace') } });
    const actions = (await auditOf(kit, company)).map(({ action }) => action);
    expect(actions.filter((action) => action !== 'createAccount')).toEqual([
      'completeSingleSignOn',
      'createSession',
      'createSession',
    ]);
  });

  test('is refused if the account does not allow new members, and accepted with the role of an invitation', async () => {
    const company = await givenCompany(kit);
    expect((await signOn(kit, company, 'alan')).reply).toMatchObject(refused(/not a member/));
    expect(await membersOf(company)).toEqual([]);
    await givenInvitation(lab().db, { accountId: company.accountId, email: company.of('alan').toUpperCase(), role: 'billing' });
    expect((await signOn(kit, company, 'alan')).reply.status).toBe(201);
    expect(await membersOf(company)).toMatchObject([{ email: company.of('alan'), role: 'billing' }]);
  });

  test('is linked to the member with that address, regardless of case, and keeps the role', async () => {
    const company = await givenCompany(kit, { default_role: 'read-only' });
    const { userId } = await givenUser(company, 'Ada', 'admin');
    const { headers } = await signOn(kit, company, 'aDA');
    expect(await membersOf(company)).toMatchObject([{ id: userId, role: 'admin' }]);
    expect((await lab().call('listMembers', {}, { headers })).status).toBe(200);
  });

  test('is refused if the account has reached its member limit', async () => {
    const company = await givenCompany(kit, { default_role: 'technical' });
    const others = labSettings.membersPerAccount - 1;
    for (let n = 0; n < others; n += 1) await givenInvitation(lab().db, { accountId: company.accountId });
    expect((await signOn(kit, company, 'late')).reply).toMatchObject(refused(/maximum number of members/));
  });
});

describe('a user is identified by issuer and subject', () => {
  test('a changed address is the same user; another subject with a known address is refused', async () => {
    const company = await givenCompany(kit, { default_role: 'technical' });
    await signOn(kit, company, 'grace');
    const renamed = await signOn(kit, company, 'grace', { email: company.of('hopper') });
    expect(renamed.reply.status).toBe(201);
    expect(await membersOf(company)).toMatchObject([{ email: company.of('grace') }]);
    expect((await signOn(kit, company, 'grace', { sub: 'another' })).reply).toMatchObject(refused(/different identity/));
  });

  test('a removed member cannot return without an invitation', async () => {
    const company = await givenCompany(kit, { default_role: 'technical' });
    const { headers } = await signOn(kit, company, 'grace');
    const member = await lab()
      .db.selectFrom('memberships')
      .select('id')
      .where('account_id', '=', company.accountId)
      .where('role', '<>', 'owner')
      .executeTakeFirstOrThrow();
    expect((await lab().call('deleteMember', { params: member }, { token: company.token })).status).toBe(204);
    expect((await lab().call('getUser', {}, { headers })).status).toBe(401);
    expect((await signOn(kit, company, 'grace')).reply).toMatchObject(refused(/removed/));
    await givenInvitation(lab().db, { accountId: company.accountId, email: company.of('grace') });
    expect((await signOn(kit, company, 'grace')).reply.status).toBe(201);
  });

  test('a suspended user is refused', async () => {
    const company = await givenCompany(kit, { default_role: 'technical' });
    const { userId } = await givenUser(company, 'grace');
    await lab().db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', userId).execute();
    expect((await signOn(kit, company, 'grace')).reply).toMatchObject(refused(/suspended/));
  });
});

describe('scope of the session', () => {
  test('cannot act on the user beyond the account of the provider', async () => {
    const company = await givenCompany(kit, { default_role: 'technical' });
    const user = await givenUser(company, 'grace', null);
    const { headers, reply } = await signOn(kit, company, 'grace');
    expect(reply.body.session.account_id).toBe(company.accountId);
    for (const operation of REFUSED_TO_PROVIDER_SESSIONS) {
      const answer = await lab().call(operation, { params: { id: 1 }, body: { account_id: user.accountId } }, { headers });
      expect(answer, operation).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    }
    const codes = { body: { email_otp_enabled: true } };
    expect(await lab().call('updateUser', codes, { headers })).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  });

  test('the owner is linked by a test sign-in, not by an ordinary one', async () => {
    const company = await givenCompany(kit);
    await lab()
      .db.updateTable('users')
      .set({ email: company.of('boss') })
      .where('id', '=', company.userId)
      .execute();
    expect((await signOn(kit, company, 'boss')).reply).toMatchObject(refused(/owner/));
    const session = await givenSession(lab().db, company, clock.now());
    const begun = await lab().call('testIdentityProvider', {}, { headers: session.headers });
    expect(begun.status).toBe(201);
    const body = await kit.provider.visit(begun.body.url);
    const headers = signOnHeaders(begun, session);
    const tested = await lab().call('completeSingleSignOn', { body }, { headers });
    expect(tested).toMatchObject({ status: 201, body: { purpose: 'test', session: null } });
    expect((await signOn(kit, company, 'boss')).reply.status).toBe(201);
  });

  test('a new owner must sign in again, since an administrator may have opened the sessions', async () => {
    const company = await givenCompany(kit);
    const user = await givenUser(company, 'heir', 'admin');
    const { headers } = await signOn(kit, company, 'heir');
    const expires_at = new Date(now + minutes(60));
    const offer = { account_id: company.accountId, user_id: user.userId, created_at: new Date(now), expires_at };
    await lab().db.insertInto('ownership_offers').values(offer).execute();
    const own = await givenSession(lab().db, { accountId: company.accountId, userId: user.userId }, clock.now());
    expect((await lab().call('acceptOwnership', {}, { headers: own.headers })).status).toBe(200);
    expect((await lab().call('getUser', {}, { headers })).status).toBe(401);
    expect((await signOn(kit, company, 'heir')).reply).toMatchObject(refused(/owner/));
  });
});

describe('if the provider is required', () => {
  test('members can only sign in with it; the owner keeps the password, and members their other accounts', async () => {
    const company = await givenCompany(kit);
    const user = await givenUser(company, 'grace');
    const before = await givenSession(lab().db, { accountId: company.accountId, userId: user.userId }, clock.now());
    const ofOwner = await givenSession(lab().db, company, clock.now());
    expect((await lab().call('getUser', {}, { headers: before.headers })).status).toBe(200);
    await lab().db.updateTable('identity_providers').set({ required: true }).where('id', '=', company.providerId).execute();
    await expect
      .poll(async () => (await lab().call('getUser', {}, { headers: before.headers })).status, { timeout: 20_000 })
      .toBe(401);
    expect((await lab().call('getUser', {}, { headers: ofOwner.headers })).status).toBe(200);
    // The password opens the user's own account, and the session cannot switch to the company's.
    const signedIn = await lab().call('createSession', { body: { email: user.email, password: PASSWORD } });
    expect(signedIn.body.session.account_id).toBe(user.accountId);
    const headers = browserHeaders(cookieIn(signedIn, 'session'));
    const body = { account_id: company.accountId };
    expect(await lab().call('updateSession', { body }, { headers })).toMatchObject({
      status: 403,
      body: { code: 'single_sign_on_required' },
    });
    expect((await signOn(kit, company, 'grace')).reply.status).toBe(201);
    // This user has no other account.
    const only = await givenMemberOnly(company);
    const answer = await lab().call('createSession', { body: { email: only, password: PASSWORD } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'single_sign_on_required' } });
    const wrong = await lab().call('createSession', { body: { email: only, password: 'not this one' } });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  });

  async function givenMemberOnly(company: Company): Promise<string> {
    const email = company.of('only');
    const { id } = await lab().db.insertInto('users').values({ email, name: 'Only' }).returning('id').executeTakeFirstOrThrow();
    await givenPassword(lab().db, { userId: id });
    await lab().db.insertInto('memberships').values({ account_id: company.accountId, user_id: id, role: 'technical' }).execute();
    return email;
  }
});

describe('a second factor', () => {
  test("is the user's own unless the provider reports a method that the account trusts", async () => {
    const company = await givenCompany(kit, { trusted_amr: ['mfa'] });
    const user = await givenUser(company, 'grace');
    const app = 'JBSWY3DPEHPK3PXP';
    await givenTotp(lab().db, user, app);
    const asked = await signOn(kit, company, 'grace', { amr: ['pwd'] });
    expect(asked.reply).toMatchObject({
      status: 201,
      body: { session: null, second_factor: { methods: ['totp', 'recovery_code'] } },
    });
    const verified = await lab().call('verifySession', {
      body: { sign_in_token: asked.reply.body.second_factor.sign_in_token, otp: otpOf(app, clock.now()) },
    });
    expect(verified).toMatchObject({ status: 201, body: { account_id: company.accountId, single_sign_on: true } });
    const trusted = await signOn(kit, company, 'grace', { amr: ['pwd', 'mfa'] });
    expect(trusted.reply.body).toMatchObject({ second_factor: null, session: { single_sign_on: true } });
  });
});

describe('reauthentication', () => {
  test('makes the provider ask for the credentials again', async () => {
    const company = await givenCompany(kit, { default_role: 'admin' });
    setNextPerson(kit, company, 'grace');
    const cookies = new Map<string, string>();
    const begun = await begin(kit, { email: company.of('grace') });
    const body = await kit.provider.visit(begun.url, cookies);
    const signedIn = await lab().call('completeSingleSignOn', { body }, { headers: begun.headers });
    const session = { secret: cookieIn(signedIn, 'session') };
    const headers = browserHeaders(session.secret);
    await lab()
      .db.updateTable('sessions')
      .set({ authenticated_at: new Date(now - minutes(16)) })
      .where('id', '=', signedIn.body.session.id)
      .execute();
    const create = () => lab().call('deleteIdentityProvider', {}, { headers });
    await expect.poll(async () => (await create()).body?.code, { timeout: 20_000 }).toBe('reauthentication_required');
    const confirming = await lab().call('confirmBySingleSignOn', {}, { headers });
    expect(new URL(confirming.body.url).searchParams.get('prompt')).toBe('login');
    const back = await kit.provider.visit(confirming.body.url, cookies);
    const done = await lab().call('completeSingleSignOn', { body: back }, { headers: signOnHeaders(confirming, session) });
    expect(done).toMatchObject({ status: 201, body: { purpose: 'confirm' } });
    const renewed = browserHeaders(cookieIn(done, 'session'));
    expect((await lab().call('deleteIdentityProvider', {}, { headers: renewed })).status).toBe(204);
    expect((await lab().call('getUser', {}, { headers: renewed })).status).toBe(401);
  });

  test('fails for another person, and if the provider reports no authentication time', async () => {
    const company = await givenCompany(kit, { default_role: 'admin' });
    await signOn(kit, company, 'alan');
    const { headers, secret } = await signOn(kit, company, 'grace');
    const confirm = async () => {
      const confirming = await lab().call('confirmBySingleSignOn', {}, { headers });
      const back = await kit.provider.visit(confirming.body.url);
      return lab().call('completeSingleSignOn', { body: back }, { headers: signOnHeaders(confirming, { secret }) });
    };
    setNextPerson(kit, company, 'alan');
    expect(await confirm()).toMatchObject(refused(/different user signed in/));
    setNextPerson(kit, company, 'grace');
    kit.provider.changeToken = ({ header, claims: { auth_time: _when, ...claims }, sign }) => sign(header, claims);
    expect(await confirm()).toMatchObject(refused(/did not confirm a new sign-in/));
    kit.provider.changeToken = ({ header, claims, sign }) =>
      sign(header, { ...claims, auth_time: Math.floor(now / 1000) - 3_600 });
    expect(await confirm()).toMatchObject(refused(/did not confirm a new sign-in/));
    kit.provider.changeToken = undefined;
    expect(
      (await lab().call('confirmBySingleSignOn', {}, { headers: (await givenSession(lab().db, company)).headers })).body.code,
    ).toBe('wrong_state');
  });
});

test('a lookup by address depends only on its domain: known and unknown users get the same reply', async () => {
  const company = await givenCompany(kit, { default_role: 'technical' });
  const disabled = await givenCompany(kit, { enabled: false });
  await givenUser(company, 'grace');
  const ask = (body: object) => lab().call('beginSingleSignOn', { body }, { headers: { origin: ORIGIN } });
  const shape = async (body: object) => {
    const reply = await ask(body);
    const { state, nonce, code_challenge, login_hint, ...rest } = Object.fromEntries(new URL(reply.body.url).searchParams);
    return { status: reply.status, keys: Object.keys(reply.body), rest };
  };
  expect(await shape({ email: company.of('grace') })).toEqual(await shape({ email: company.of('nobody') }));
  const none = await ask({ email: 'ada@nowhere.example.net' });
  expect(none.status).toBe(422);
  const unproven = await ask({ email: disabled.of('ada') });
  expect({ ...unproven.body, request_id: '' }).toEqual({ ...none.body, request_id: '' });
  const { sign_in_key } = await lab()
    .db.selectFrom('identity_providers')
    .select('sign_in_key')
    .where('id', '=', company.providerId)
    .executeTakeFirstOrThrow();
  expect((await ask({ sign_in_key })).status).toBe(201);
  expect((await ask({ sign_in_key: 'q3Zt0kWqYb1N8rX3vPm7Lc' })).status).toBe(422);
});
