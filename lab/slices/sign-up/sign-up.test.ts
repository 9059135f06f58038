import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { insertInvitedSignUp } from '@innkeeper/db/tables/sign-up';
import { purgeSignIns } from '@innkeeper/jobs/purge-sign-ins';
import { sendSignUps } from '@innkeeper/jobs/send-sign-ups';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';
import { givenAffiliate } from '../../given-affiliates.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenSignUpMode, TERMS } from '../../given-sign-up.ts';

const PASSWORD = 'eight blue umbrellas';
const MAX_PER_DAY = 40;

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
let worker: OpenDatabase;
let austria: number;
beforeAll(async () => {
  lab = await openLab({ clock, trustProxy: ['127.0.0.1'], settings: { signUpsADay: MAX_PER_DAY, refusedCountries: ['AQ'] } });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), clock });
  austria = await idOf('AT');
});
const idOf = async (code: string) =>
  (await lab.db.selectFrom('countries').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
beforeEach(async () => {
  // Requests of one test must not count for another.
  now += days(2);
  await givenSignUpMode(lab.db, 'open');
});
afterAll(async () => {
  await worker.close();
  await lab.close();
});

let places = 0;
/** Returns another address for each request. */
const elsewhere = (): string => `198.51.${Math.floor(places / 250)}.${(places++ % 250) + 1}`;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address, 'x-forwarded-proto': 'https' } });
let names = 0;
const newEmail = (): string => `new-${++names}@example.net`;
const ask = (email: string, { address = elsewhere(), ...more }: { address?: string; language?: string } = {}) =>
  lab.call('createSignUp', { body: { email, ...more } }, from(address));
const confirm = (secret: string, more: object = {}, address = elsewhere()) => {
  const body = { secret, name: 'Ada Example', country_id: austria, password: PASSWORD, terms_version: TERMS.version, ...more };
  return lab.call('confirmSignUp', { body }, from(address));
};
const signIn = (email: string) => lab.call('createSession', { body: { email, password: PASSWORD } }, from(elsewhere()));
/** Runs the job as the worker does. */
const send = () => sendSignUps(givenJobCx(worker.db, { clock }));

const mailsTo = (email: string) =>
  lab.db.selectFrom('mails').select(['template', 'language', 'data']).where('address', '=', email).orderBy('id').execute();
async function secretsOf(email: string): Promise<string[]> {
  const mails = await mailsTo(email);
  return mails.flatMap(({ template, data }) => {
    if (template !== 'sign-up') return [];
    return [new URL((data as { link: string }).link).searchParams.get('sign_up') ?? ''];
  });
}
/** Requests a link and returns its secret. `stored` is the address that gets the mail. */
async function linkFor(email: string, stored = email): Promise<string> {
  expect(await ask(email)).toMatchObject({ status: 204 });
  await send();
  return (await secretsOf(stored)).at(-1) ?? '';
}
const noSuch = { status: 422, body: { errors: { secret: [expect.stringContaining('no longer valid')] } } };
const refused = { status: 422, body: { code: 'wrong_state' } };
const under = (field: string) => ({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });

test('the link opens an account with an owner, and stores the accepted terms', async () => {
  const email = newEmail();
  expect(await ask(email.toUpperCase(), { language: 'de' })).toMatchObject({ status: 204 });
  expect(await send()).toBe(1);
  const [secret = ''] = await secretsOf(email);
  expect(secret).toMatch(/^[\w-]{43}$/);
  // No user exists until the sign-up is confirmed.
  expect(await lab.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
  const affiliate = await givenAffiliate(lab.db);
  const reply = await confirm(secret, { referral_code: affiliate.code }, '203.0.113.7');
  expect(reply).toMatchObject({ status: 201, body: { email } });
  expect(reply.headers['set-cookie']).toBeUndefined();
  const { account_id } = reply.body;
  const session = await signIn(email);
  expect(session).toMatchObject({ status: 201, body: { session: { account_id } } });
  const headers = { cookie: String(session.headers['set-cookie']).split(';')[0] ?? '' };
  expect((await lab.call('getUser', {}, { headers })).body).toMatchObject({
    ...{ name: 'Ada Example', email, language: 'de', country: { id: austria } },
  });
  expect((await lab.call('listMembers', {}, { headers })).body.data).toMatchObject([{ email, role: 'owner' }]);
  const accepted = lab.db.selectFrom('terms_acceptances').selectAll().where('account_id', '=', account_id);
  expect(await accepted.execute()).toMatchObject([{ ...TERMS, accepted_at: clock.now(), accepted_from: '203.0.113.7' }]);
  const log = await lab.call('listAuditLog', { query: { 'filter[action]': 'confirmSignUp' } }, { headers });
  expect(log.body.data).toMatchObject([{ actor: { kind: 'visitor' }, resource: { kind: 'account', id: account_id } }]);
  expect(JSON.parse(log.body.data[0].details)).toMatchObject({ from: '203.0.113.7', terms: TERMS.version });
  expect(await mailsTo(email)).toMatchObject([
    { template: 'sign-up', language: 'de' },
    { template: 'welcome', language: 'de', data: { name: 'Ada Example', account: account_id } },
  ]);
  const referral = lab.db.selectFrom('referrals').select('affiliate_id').where('account_id', '=', account_id);
  expect(await referral.execute()).toEqual([{ affiliate_id: affiliate.accountId }]);
});

test('a domain with other letters is stored, mailed to and found in its ASCII form', async () => {
  const [typed, ascii] = ['Ada@Bücher.example', 'ada@xn--bcher-kva.example'];
  const { body } = await confirm(await linkFor(typed, ascii));
  expect(body).toMatchObject({ email: ascii });
  for (const email of [typed, ascii, 'ADA@BÜCHER.EXAMPLE'])
    expect(await signIn(email)).toMatchObject({ status: 201, body: { session: { account_id: body.account_id } } });
  // The same address in its other form has an account already.
  expect(await ask('ada@bücher.example')).toMatchObject({ status: 204 });
  await send();
  expect((await mailsTo(ascii)).at(-1)).toMatchObject({ template: 'sign-up-known' });
  expect(await ask('ada@bücher/x.example')).toMatchObject(under('email'));
});

test('a new address has at most 64 bytes before the @; a user who has a longer one signs in', async () => {
  const long = `${'a'.repeat(65)}@example.net`;
  expect(await ask(long)).toMatchObject({
    status: 422,
    body: { errors: { email: ['Must have at most 64 bytes before the @.'] } },
  });
  const email = newEmail();
  await confirm(await linkFor(email));
  await lab.db.updateTable('users').set({ email: long }).where('email', '=', email).execute();
  expect(await signIn(long)).toMatchObject({ status: 201 });
});

test('returns the same reply for known and unknown addresses; only the mail tells its recipient the difference', async () => {
  const [user, suspended, nobody] = [await givenAccount(lab.db), await givenAccount(lab.db), newEmail()];
  await lab.db.updateTable('users').set({ suspended_at: clock.now() }).where('id', '=', suspended.userId).execute();
  const emails = [user.email, suspended.email, nobody];
  const replies = [];
  for (const email of emails) replies.push(await ask(email));
  expect(replies.map(({ status, text }) => [status, text])).toEqual([
    [204, ''],
    [204, ''],
    [204, ''],
  ]);
  // The request stores each address in the same way and looks up none.
  const rows = lab.db.selectFrom('sign_ups').select(['outcome', 'secret_hash']).where('email', 'in', emails);
  expect(await rows.execute()).toEqual(emails.map(() => ({ outcome: null, secret_hash: null })));
  for (const email of emails) expect(await mailsTo(email)).toEqual([]);
  // Repeated requests send only one mail.
  expect((await ask(user.email)).status).toBe(204);
  expect(await send()).toBe(3);
  expect((await mailsTo(user.email)).map(({ template }) => template)).toEqual(['sign-up-known']);
  expect(await mailsTo(suspended.email)).toEqual([]);
  expect(await secretsOf(nobody)).toHaveLength(1);
  const lines = lab.db.selectFrom('audit_log').select(['actor_kind', 'account_id']).where('action', '=', 'createSignUp');
  expect(await lines.where('user_id', '=', user.userId).execute()).toEqual([
    { actor_kind: 'visitor', account_id: user.accountId },
  ]);
  expect(await send()).toBe(0);
});

test('a link works once, for a day; of two concurrent requests one opens an account', async () => {
  const late = await linkFor(newEmail());
  now += hours(24);
  expect(await confirm(late)).toMatchObject(noSuch);
  expect(await confirm('A'.repeat(43))).toMatchObject(noSuch);
  const email = newEmail();
  const [first, second] = [await linkFor(email), await linkFor(email)];
  const replies = await Promise.all([confirm(first), confirm(first), confirm(second)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect((await lab.db.selectFrom('users').select('id').where('email', '=', email).execute()).length).toBe(1);
  for (const secret of [first, second]) expect((await confirm(secret)).status).toBe(422);
});

test('invalid input is reported by field, and the link stays valid', async () => {
  const email = newEmail();
  const secret = await linkFor(email);
  expect(await confirm(secret, { password: 'password2027' })).toMatchObject(under('password'));
  expect(await confirm(secret, { password: email })).toMatchObject(under('password'));
  expect(await confirm(secret, { country_id: 2_000_000_000 })).toMatchObject(under('country_id'));
  // The host refuses this country.
  expect(await confirm(secret, { country_id: await idOf('AQ') })).toMatchObject(under('country_id'));
  expect(await confirm(secret, { referral_code: 'nobodys' })).toMatchObject(under('referral_code'));
  expect(await confirm(secret, { name: 'Ada 🚀' })).toMatchObject(under('name'));
  expect(await confirm(secret, { terms_version: '2020-01' })).toMatchObject(under('terms_version'));
  await givenSignUpMode(lab.db, 'open', { ...TERMS, version: '2027-01' });
  expect(await confirm(secret)).toMatchObject(under('terms_version'));
  expect((await lab.call('getSignUp', {})).body).toEqual({ mode: 'open', terms: { ...TERMS, version: '2027-01' } });
  expect(await confirm(secret, { terms_version: '2027-01' })).toMatchObject({ status: 201 });
});

test('while closed nobody can sign up, and in invitation mode only those whom the host invited', async () => {
  const [before, email] = [await linkFor(newEmail()), newEmail()];
  await givenSignUpMode(lab.db, 'invitation');
  expect(await ask(newEmail())).toMatchObject(refused);
  expect(await confirm(before)).toMatchObject(refused);
  await lab.db.transaction().execute((trx) => insertInvitedSignUp(trx, { email, language: 'en', by: 'Ann', now: clock.now() }));
  expect(await send()).toBe(1);
  const [invited = ''] = await secretsOf(email);
  now += days(6);
  await givenSignUpMode(lab.db, 'closed');
  expect(await ask(newEmail())).toMatchObject(refused);
  expect(await confirm(invited)).toMatchObject(refused);
  expect((await lab.call('getSignUp', {})).body).toMatchObject({ mode: 'closed' });
  await givenSignUpMode(lab.db, 'invitation');
  expect(await confirm(invited)).toMatchObject({ status: 201 });
});

test('an address gets three mails per hour, known or not, and the reply does not reveal the limit', async () => {
  const [user, email] = [await givenAccount(lab.db), newEmail()];
  const rounds = async () => {
    for (let i = 0; i < 5; i += 1) {
      for (const asked of [user.email, email]) expect((await ask(asked)).status).toBe(204);
      await send();
    }
  };
  await rounds();
  expect([(await mailsTo(user.email)).length, (await mailsTo(email)).length]).toEqual([3, 3]);
  now += hours(1);
  await rounds();
  expect([(await mailsTo(user.email)).length, (await mailsTo(email)).length]).toEqual([6, 6]);
});

test('throttles a client that requests many sign-ups, and limits sign-ups per day', async () => {
  const address = elsewhere();
  for (let i = 0; i < 10; i += 1) expect((await ask(newEmail(), { address })).status).toBe(204);
  expect(await ask(newEmail(), { address })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  for (let i = 10; i < MAX_PER_DAY; i += 1) expect((await ask(newEmail())).status).toBe(204);
  expect(await ask(newEmail())).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  now += days(1);
  expect((await ask(newEmail())).status).toBe(204);
});

test('throttles a client that tries many secrets', async () => {
  const address = elsewhere();
  const statuses = [];
  for (let i = 0; i < 21; i += 1) statuses.push((await confirm(`${i}`.padEnd(43, 'A'), {}, address)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
});

test('purges unfinished sign-ups after a week, and keeps the account', async () => {
  const [opened, left] = [newEmail(), newEmail()];
  expect(await confirm(await linkFor(opened))).toMatchObject({ status: 201 });
  await linkFor(left);
  const rows = () => lab.db.selectFrom('sign_ups').select('email').where('email', 'in', [opened, left]).execute();
  const run = () => purgeSignIns(givenJobCx(worker.db, { clock }));
  now += days(6);
  await run();
  expect(await rows()).toHaveLength(2);
  now += days(2);
  await run();
  expect(await rows()).toEqual([]);
  expect(await signIn(opened)).toMatchObject({ status: 201 });
});
