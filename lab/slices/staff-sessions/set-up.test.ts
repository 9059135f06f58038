import { hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { from, nextAddress, PASSWORD, type Staff, staffOf } from './kit.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
let operator: Operator;
let staff: Staff;
beforeAll(async () => {
  lab = await openLab({ clock, trustProxy: ['127.0.0.1'] });
  operator = openOperator({ db: lab.db, clock });
  const wait = (): void => {
    now += minutes(1);
  };
  staff = staffOf({ lab, operator, now: clock.now, wait });
});
afterAll(() => lab.close());

const begin = (secret: string, password = PASSWORD) => staff.post('/setup', { secret, password });
const complete = (secret: string, otp: string) => staff.post('/setup/confirm', { secret, otp });
const noSuch = { status: 422, body: { errors: { secret: [expect.stringContaining('no longer valid')] } } };
const wrong = { status: 401, body: { code: 'wrong_credentials' } };
let people = 0;
async function invited(): Promise<{ email: string; secret: string }> {
  people += 1;
  const { email } = await operator.run('addStaff', { email: `bob-${people}@host.example`, name: 'Bob', role: 'support' });
  return { email, secret: await staff.invite(email) };
}

test('a secret sets up a password and an app, once, and the database stores none of them in plain text', async () => {
  const { email, secret } = await invited();
  const begun = await begin(secret);
  expect(begun).toMatchObject({ status: 201, body: { email, name: 'Bob', secret_key: expect.stringMatching(/^[A-Z2-7]{32}$/) } });
  expect(begun.body.otp_auth_url).toBe(
    `otpauth://totp/Innkeeper:${encodeURIComponent(email)}?secret=${begun.body.secret_key}&issuer=Innkeeper&algorithm=SHA1&digits=6&period=30`,
  );
  const code = staff.code(begun.body.secret_key);
  // Signing in is impossible until a code proves that the app has the secret.
  expect(await staff.signIn({ email }, code)).toMatchObject(wrong);
  const done = await complete(secret, code);
  expect(done).toMatchObject({ status: 200, body: { recovery_codes: expect.any(Array) } });
  expect(new Set(done.body.recovery_codes).size).toBe(10);
  for (const answer of [await begin(secret), await complete(secret, code)]) expect(answer).toMatchObject(noSuch);
  // The setup has used up that code.
  expect(await staff.signIn({ email }, code)).toMatchObject(wrong);
  now += minutes(1);
  expect(await staff.signIn({ email }, staff.code(begun.body.secret_key))).toMatchObject({ status: 201 });
  const rows = await lab.db.selectFrom('staff_credentials').selectAll().execute();
  expect(rows.every(({ password_hash }) => password_hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'))).toBe(true);
  expect(rows.some(({ totp_secret }) => totp_secret.includes(begun.body.secret_key))).toBe(false);
});

test('wrong order, wrong codes and guessable passwords are refused by field, and the secret stays valid', async () => {
  const { email, secret } = await invited();
  expect(await complete(secret, '123456')).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  for (const password of ['password12', 'short', email])
    expect(await begin(secret, password)).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
  const first = await begin(secret);
  const code = staff.code(first.body.secret_key);
  const other = code === '000000' ? '000001' : '000000';
  for (const otp of [other, 'abcd-abcd-abcd', `${code}000000`, ''])
    expect(await complete(secret, otp)).toMatchObject({ status: 422, body: { errors: { otp: [expect.any(String)] } } });
  // A second setup replaces the secret, so codes of the first app are refused.
  const second = await begin(secret, 'ten silver spoons');
  const [old, fresh] = [staff.code(first.body.secret_key), staff.code(second.body.secret_key)];
  if (old !== fresh) expect(await complete(secret, old)).toMatchObject({ status: 422 });
  expect(await complete(secret, fresh)).toMatchObject({ status: 200 });
  now += minutes(1);
  const otp = staff.code(second.body.secret_key);
  expect(await staff.signIn({ email }, otp)).toMatchObject(wrong);
  expect(await staff.signIn({ email }, otp, { password: 'ten silver spoons' })).toMatchObject({ status: 201 });
});

test('a secret that is unknown, older than 24 hours, replaced, or of a disabled person is refused', async () => {
  const [late, replaced, disabled] = [await invited(), await invited(), await invited()];
  const begun = await begin(late.secret);
  const again = await staff.invite(replaced.email);
  await operator.run('disableStaff', { person: disabled.email });
  await operator.run('enableStaff', { person: disabled.email });
  for (const secret of ['x'.repeat(43), replaced.secret, disabled.secret]) {
    expect(await begin(secret)).toMatchObject(noSuch);
    expect(await complete(secret, '123456')).toMatchObject(noSuch);
  }
  expect(await begin(again)).toMatchObject({ status: 201 });
  now += hours(24);
  expect(await complete(late.secret, staff.code(begun.body.secret_key))).toMatchObject(noSuch);
  expect(await begin(late.secret)).toMatchObject(noSuch);
});

test('throttles a client that guesses secrets', async () => {
  const address = from(nextAddress());
  const guess = () => staff.post('/setup', { secret: 'x'.repeat(43), password: PASSWORD }, address);
  for (let i = 0; i < 20; i += 1) expect(await guess()).toMatchObject(noSuch);
  expect(await guess()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
});

test('of two concurrent completions one succeeds', async () => {
  const { secret } = await invited();
  const code = staff.code((await begin(secret)).body.secret_key);
  const answers = await Promise.all([complete(secret, code), complete(secret, code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('another invitation ends sessions, password, app and recovery codes; tokens stay', async () => {
  const ann = await staff.person();
  const headers = await staff.browser(ann);
  const { token } = await operator.run('tokenStaff', { person: ann.email });
  const see = (given: Record<string, string>) =>
    lab.send({ method: 'GET', url: '/v1/operator/alerts', headers: { ...from(nextAddress()), ...given } });
  expect((await see(headers)).status).toBe(200);
  expect(await operator.run('inviteStaff', { person: ann.email })).toMatchObject({ ended: 1 });
  expect((await see(headers)).status).toBe(401);
  expect((await see({ authorization: `Bearer ${token}` })).status).toBe(200);
  now += minutes(1);
  for (const otp of [staff.code(ann.secret), String(ann.recoveryCodes[0])])
    expect(await staff.signIn(ann, otp)).toMatchObject(wrong);
});
