/** Tests that the staff signs in with the identity provider of the host: a real one on loopback. */
import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { HttpOpenId } from '@innkeeper/engine/openid/client';
import { STAFF_CLIENT_SECRET } from '@innkeeper/model/people/staff';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Lab, openLab } from '../../app.ts';
import { CLIENT } from '../../given-single-sign-on.ts';
import { givenStaff, staffHeaders } from '../../given-staff.ts';
import { SEALER } from '../../given-two-factor.ts';
import { openTestProvider, type Person, REDIRECT, type TestProvider } from '../../openid-provider.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { linesAbout, secretOf } from './kit.ts';

let provider: TestProvider;
let lab: Lab;
let operator: Operator;
const file = path.join(os.tmpdir(), `innkeeper-client-secret-${process.pid}`);
beforeAll(async () => {
  provider = await openTestProvider();
  const places = [{ address: '127.0.0.1', port: provider.port }];
  lab = await openLab({ openId: new HttpOpenId({ allowedEndpoints: places }), settings: { identityProviders: places } });
  operator = openOperator({ db: lab.db, settings: { identityProviders: places } });
  await writeFile(file, `${CLIENT.secret}\n`);
});
afterAll(async () => {
  await rm(file, { force: true });
  await lab.close();
  await provider.close();
});

async function setProvider(more: object = {}): Promise<void> {
  const input = {
    issuer: provider.issuer,
    client_id: CLIENT.id,
    client_secret_file: file,
    redirect_url: REDIRECT,
    trusted_amr: ['mfa'],
  };
  await operator.run('setProvider', { ...input, ...more });
  // The operator of tests has another encryption key than their API.
  const client_secret = SEALER.seal(STAFF_CLIENT_SECRET, Buffer.from(CLIENT.secret));
  await lab.db.updateTable('staff_identity_provider').set({ client_secret }).execute();
}
beforeEach(() => setProvider());

const OURS = { 'sec-fetch-site': 'same-origin' };
const post = (to: string, payload: object, headers: Record<string, string> = OURS) =>
  lab.send({ method: 'POST', url: `/v1/operator/sessions${to}`, payload, headers });
const current = (headers: Record<string, string>) => lab.send({ method: 'GET', url: '/v1/operator/sessions/current', headers });
const cookieOf = (reply: Answer): string =>
  /__Host-innkeeper-staff-sign-on=[\w-]{43}/.exec(String(reply.headers['set-cookie']))?.[0] ?? '';
const refused = (message: RegExp) => ({
  status: 403,
  body: { code: 'single_sign_on_refused', message: expect.stringMatching(message) },
});

let people = 0;
const newPerson = (more: Partial<Person> = {}): Person => {
  people += 1;
  const sub = `staff-${people}`;
  return { sub, email: `${sub}@host.example`, email_verified: true, name: `Ann ${people}`, amr: ['pwd', 'mfa'], ...more };
};

/** Completes a sign-in as this person at the provider. */
async function signOn(person: Person, { secret, session = '' }: { secret?: string; session?: string } = {}) {
  provider.person = person;
  const begun = await post('/single-sign-on', secret === undefined ? {} : { secret });
  if (begun.status !== 201) return begun;
  const body = await provider.visit(begun.body.url);
  return post('/single-sign-on/complete', body, { ...OURS, cookie: `${session}${cookieOf(begun)}` });
}

/** Adds a person of the staff who was invited and linked to an identity of the provider. */
async function given(role: 'support' | 'owner' = 'support') {
  const person = newPerson();
  const { id } = await operator.run('addStaff', { email: `given-${person.sub}@host.example`, name: 'Ann', role });
  const { secret } = await operator.run('inviteStaff', { person: String(id) });
  return { id, person, linked: await signOn(person, { secret }), secret };
}

describe('an invited staff member', () => {
  test('is linked once, and then signs in by issuer and subject, regardless of the address', async () => {
    const { id, person, linked, secret } = await given();
    expect(linked).toMatchObject({ status: 201, body: { staff: { id, role: 'support' } } });
    expect(await current(staffHeaders(secretOf(linked)))).toMatchObject({ status: 200, body: { staff: { id } } });
    expect(await signOn(newPerson(), { secret })).toMatchObject({ status: 422, body: { errors: { secret: expect.anything() } } });
    expect(await signOn({ ...person, email: 'another@host.example' })).toMatchObject({ status: 201, body: { staff: { id } } });
    expect((await linesAbout(lab.db, id)).map(({ action }) => action)).toEqual([
      ...['addStaff', 'inviteStaff', 'completeStaffSetUp', 'createStaffSession', 'createStaffSession'],
    ]);
  });

  test('is not recognized by the address alone', async () => {
    const { id } = await given();
    const { email } = await lab.db.selectFrom('staff').select('email').where('id', '=', id).executeTakeFirstOrThrow();
    expect(await signOn(newPerson({ email }))).toMatchObject(refused(/not a member of the staff/));
  });

  test('cannot be linked to an identity that is already linked', async () => {
    const { person } = await given();
    const { id } = await givenStaff(lab.db, { role: 'support' });
    const { secret } = await operator.run('inviteStaff', { person: String(id) });
    expect(await signOn(person, { secret })).toMatchObject(refused(/Another staff member/));
  });

  test.each(['disableStaff', 'inviteStaff'] as const)('is signed out after %s', async (how) => {
    const { id, person, linked } = await given();
    await operator.run(how, { person: String(id) });
    expect((await current(staffHeaders(secretOf(linked)))).status).toBe(401);
    expect(await signOn(person)).toMatchObject(refused(/not a member of the staff/));
  });
});

test('refuses a sign-in without a second factor at the provider', async () => {
  const { person } = await given();
  expect(await signOn({ ...person, amr: ['pwd'] })).toMatchObject(refused(/second factor/));
  const nothing = { issuer: provider.issuer, client_id: CLIENT.id, redirect_url: REDIRECT };
  await expect(operator.run('setProvider', nothing)).rejects.toThrow(/second factor/);
});

test('a member of a mapped group needs no invitation and gets its current role; others are refused', async () => {
  await setProvider({ groups_claim: 'groups', groups: ['admins=owner', 'helpdesk=support'] });
  const person = newPerson({ groups: ['everybody', 'helpdesk'] });
  const first = await signOn(person);
  expect(first).toMatchObject({ status: 201, body: { staff: { role: 'support', email: person.email } } });
  expect(await signOn({ ...person, groups: ['admins'] })).toMatchObject({
    body: { staff: { id: first.body.staff.id, role: 'owner' } },
  });
  expect(await signOn({ ...person, groups: ['everybody'] })).toMatchObject(refused(/not a member of the staff/));
  expect(await signOn(newPerson({ groups: ['everybody'] }))).toMatchObject(refused(/not a member of the staff/));
  for (const email_verified of [false, undefined])
    expect(await signOn(newPerson({ groups: ['helpdesk'], email_verified }))).toMatchObject(refused(/--trust-email/));
  expect(await signOn(newPerson({ groups: ['helpdesk'], email: undefined }))).toMatchObject(refused(/no email address/));
  expect((await signOn(newPerson({ groups: ['helpdesk'], email_verified: undefined, xms_edov: true }))).status).toBe(201);
  const { email = '' } = person;
  expect(await signOn(newPerson({ groups: ['helpdesk'], email }))).toMatchObject(refused(/already has this address/));
});

test('provider set --trust-email admits people of a group whose address is not called verified, and no address twice', async () => {
  const groups = { groups_claim: 'groups', groups: ['helpdesk=support'] };
  await setProvider({ ...groups, trust_email: true });
  const person = newPerson({ groups: ['helpdesk'], email_verified: false });
  expect(await signOn(person)).toMatchObject({ status: 201, body: { staff: { role: 'support', email: person.email } } });
  const { email = '' } = person;
  const another = newPerson({ groups: ['helpdesk'], email, email_verified: undefined });
  expect(await signOn(another)).toMatchObject(refused(/already has this address/));
  await setProvider(groups);
  expect(await signOn(newPerson({ groups: ['helpdesk'], email_verified: false }))).toMatchObject(refused(/--trust-email/));
});

test("reauthentication requires the same person's credentials at the provider again", async () => {
  const { id, person, linked } = await given();
  const session = secretOf(linked);
  const ago = new Date(Date.now() - minutes(16));
  await lab.db.updateTable('staff_tokens').set({ authenticated_at: ago }).where('staff_id', '=', id).execute();
  const confirm = async (who: Person) => {
    provider.person = who;
    const begun = await post('/confirm/single-sign-on', {}, staffHeaders(session));
    const body = await provider.visit(begun.body.url);
    return post('/single-sign-on/complete', body, { ...OURS, cookie: `__Host-innkeeper-staff=${session}; ${cookieOf(begun)}` });
  };
  expect(await confirm(newPerson())).toMatchObject(refused(/different user/));
  provider.changeToken = ({ header, claims, sign }) =>
    sign(header, { ...claims, auth_time: Math.floor(Date.now() / 1000) - 3_600 });
  expect(await confirm(person)).toMatchObject(refused(/again/));
  provider.changeToken = undefined;
  const done = await confirm(person);
  expect(done).toMatchObject({ status: 201, body: { staff: { id } } });
  expect(Date.parse(done.body.authenticated_at)).toBeGreaterThan(ago.getTime());
});

test('a sign-in can be completed once, and only in the browser that began it', async () => {
  const { person } = await given();
  provider.person = person;
  const begun = await post('/single-sign-on', {});
  const body = await provider.visit(begun.body.url);
  const notBegun = { status: 422, body: { errors: { state: expect.anything() } } };
  expect(await post('/single-sign-on/complete', body)).toMatchObject(notBegun);
  const headers = { ...OURS, cookie: cookieOf(begun) };
  expect((await post('/single-sign-on/complete', body, headers)).status).toBe(201);
  expect(await post('/single-sign-on/complete', body, headers)).toMatchObject(notBegun);
  expect((await post('/single-sign-on', {}, { origin: 'https://evil.example.com' })).status).toBe(403);
});

test('a new client or a removal ends sessions and links; the customer role cannot read them', async () => {
  const { person, linked } = await given();
  await setProvider({ client_id: 'another' });
  expect((await current(staffHeaders(secretOf(linked)))).status).toBe(401);
  await setProvider();
  expect(await signOn(person)).toMatchObject(refused(/not a member of the staff/));
  const again = await given();
  await operator.run('removeProvider');
  expect((await current(staffHeaders(secretOf(again.linked)))).status).toBe(401);
  expect(await post('/single-sign-on', {})).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  await expect(lab.api.db.selectFrom('staff_identities').select('subject').execute()).rejects.toThrow(/permission denied/);
});
