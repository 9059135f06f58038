import { verifySecondFactor } from '@innkeeper/domain/access/second-factor';
import { codeOf, fromBase32, stepAt } from '@innkeeper/model/sign-in/totp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenSession } from '../../given-sessions.ts';
import { SEALER } from '../../given-two-factor.ts';

const clock = { now: () => new Date(now) };
let now = Date.parse('2027-03-10T12:00:00Z');
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ clock, openBucket: () => () => ({ limit: 1000, remaining: 999 }) });
});
afterAll(() => lab.close());

/** Moves the clock, so that no code belongs to a time step that was already used. */
const later = (seconds = 300) => {
  now += seconds * 1000;
};
const code = (secret: string, steps = 0): string => codeOf(fromBase32(secret), stepAt(clock.now()) + steps);
const newSecret = async (account: GivenAccount): Promise<string> =>
  (await lab.call('getTwoFactorSecret', {}, account)).body.secret_key;
const isEnabled = async (account: GivenAccount): Promise<boolean> => (await lab.call('getUser', {}, account)).body['2fa_enabled'];
const enable = (account: GivenAccount, secret_key: string, otp: unknown = code(secret_key)) =>
  lab.call('enableTwoFactor', { body: { secret_key, otp } }, account);
const disable = (account: GivenAccount, otp: unknown) => lab.call('disableTwoFactor', { body: { otp } }, account);
const wrongCode = { status: 422, body: { code: 'validation', errors: { otp: [expect.any(String)] } } };
const wrongState = { status: 422, body: { code: 'wrong_state', errors: {} } };

async function givenTwoFactor() {
  later();
  const account = await givenAccount(lab.db);
  const secret = await newSecret(account);
  expect(await enable(account, secret)).toMatchObject({ status: 204, text: '' });
  later();
  return { account, secret };
}

test('a setup returns a new secret each time, also as an otpauth URL, and changes nothing yet', async () => {
  const account = await givenAccount(lab.db);
  const { status, body } = await lab.call('getTwoFactorSecret', {}, account);
  expect(status).toBe(200);
  expect(body.secret_key).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(body.otp_auth_url);
  expect(decodeURIComponent(url.pathname)).toBe(`/Innkeeper:${account.email}`);
  const expected = { secret: body.secret_key, issuer: 'Innkeeper', algorithm: 'SHA1', digits: '6', period: '30' };
  expect(Object.fromEntries(url.searchParams)).toEqual(expected);
  expect(await newSecret(account)).not.toBe(body.secret_key);
  expect(await isEnabled(account)).toBe(false);
});

test('ignores blanks in codes, also in the header', async () => {
  const account = await givenAccount(lab.db);
  const secret = await newSecret(account);
  const spaced = (text: string) => text.replace(/^(...)/, ' $1\u00a0 ');
  expect(await enable(account, secret, spaced(code(secret)))).toMatchObject({ status: 204 });
  later();
  const { body } = await lab.call('createRecoveryCodes', { body: { otp: spaced(code(secret)) } }, account);
  const recovery = String(body.recovery_codes[0]).replaceAll('-', ' - ');
  const disabled = await lab.call('disableTwoFactor', {}, { ...account, headers: { 'x-otp': recovery } });
  expect(disabled).toMatchObject({ status: 204 });
});

test('is enabled by a code of the secret, once', async () => {
  const account = await givenAccount(lab.db);
  const secret = await newSecret(account);
  const wrong = code(secret) === '000000' ? '000001' : '000000';
  expect(await enable(account, secret, wrong)).toMatchObject(wrongCode);
  expect(await enable(account, secret, code(await newSecret(account)))).toMatchObject(wrongCode);
  expect(await isEnabled(account)).toBe(false);
  // A code sent as a number without its leading zeros is the same code.
  expect(await enable(account, secret, Number(code(secret)))).toMatchObject({ status: 204 });
  expect(await isEnabled(account)).toBe(true);
  later();
  expect(await enable(account, await newSecret(account))).toMatchObject(wrongState);
  expect(await enable(account, secret)).toMatchObject(wrongState);
});

test('a code works once, with a tolerance of one step', async () => {
  const { account, secret } = await givenTwoFactor();
  const codes = () => lab.call('createRecoveryCodes', { body: { otp: code(secret) } }, account);
  expect(await codes()).toMatchObject({ status: 201 });
  expect(await codes()).toMatchObject(wrongCode);
  expect(await disable(account, code(secret, -1))).toMatchObject(wrongCode);
  expect(await disable(account, code(secret, 2))).toMatchObject(wrongCode);
  expect(await disable(account, code(secret, 1))).toMatchObject({ status: 204 });
  expect(await isEnabled(account)).toBe(false);
});

test('one code in ten concurrent requests is accepted once', async () => {
  const { account, secret } = await givenTwoFactor();
  const otp = code(secret);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => lab.call('createRecoveryCodes', { body: { otp } }, account)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 422)]);
});

test('the code that enabled it cannot be used again', async () => {
  later();
  const account = await givenAccount(lab.db);
  const secret = await newSecret(account);
  await enable(account, secret);
  expect(await disable(account, code(secret))).toMatchObject(wrongCode);
});

test('is disabled by a code, also in the header X-OTP, and by a recovery code', async () => {
  const { account, secret } = await givenTwoFactor();
  const headers = { 'x-otp': code(secret) };
  expect(await lab.call('disableTwoFactor', {}, { ...account, headers })).toMatchObject({ status: 204 });
  expect(await disable(account, code(secret, 1))).toMatchObject(wrongState);
  expect(await lab.call('createRecoveryCodes', { body: { otp: code(secret, 1) } }, account)).toMatchObject(wrongState);

  later();
  await enable(account, secret);
  later();
  const { recovery_codes } = (await lab.call('createRecoveryCodes', { body: { otp: code(secret) } }, account)).body;
  expect(await disable(account, '0000-0000-0000')).toMatchObject(wrongCode);
  expect(await disable(account, recovery_codes[3].toUpperCase())).toMatchObject({ status: 204 });
  expect(await isEnabled(account)).toBe(false);
});

test('there are ten recovery codes, and new ones invalidate the previous ones', async () => {
  const { account, secret } = await givenTwoFactor();
  const create = async () =>
    (await lab.call('createRecoveryCodes', { body: { otp: code(secret) } }, account)).body.recovery_codes;
  const first = await create();
  expect(new Set(first).size).toBe(10);
  for (const one of first) expect(one).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){2}$/);
  later();
  const second = await create();
  expect(await disable(account, first[0])).toMatchObject(wrongCode);
  expect(await disable(account, second[0])).toMatchObject({ status: 204 });
  const rows = await lab.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', account.userId).execute();
  expect(rows).toEqual([]);
});

describe('recovery codes without a code of the app', () => {
  const create = (by: { token: string } | { headers: Record<string, string> }, body?: object) =>
    lab.call('createRecoveryCodes', body === undefined ? {} : { body }, by);
  const left = async (headers: Record<string, string>): Promise<number> =>
    (await lab.call('getCurrentSession', {}, { headers })).body.user.recovery_codes_left;

  /** Makes a user whose session has just enabled an app. */
  async function enabled() {
    later();
    const account = await givenAccount(lab.db);
    const session = await givenSession(lab.db, account, clock.now());
    const secret = await newSecret(account);
    const body = { secret_key: secret, otp: code(secret) };
    expect(await lab.call('enableTwoFactor', { body }, { headers: session.headers })).toMatchObject({ status: 204 });
    return { account, session, secret };
  }

  test('are created by the session that has just enabled it, with and without a body, and counted', async () => {
    const { session, account } = await enabled();
    expect(await left(session.headers)).toBe(0);
    const first = await create(session, {});
    expect([first.status, await left(session.headers)]).toEqual([201, 10]);
    const second = await create(session);
    expect(second.status).toBe(201);
    expect(await disable(account, first.body.recovery_codes[0])).toMatchObject(wrongCode);
    await takeRecoveryCodes(account, second.body.recovery_codes.slice(0, 9));
    expect(await left(session.headers)).toBe(1);
    const lines = await lab.db.selectFrom('audit_log').select('action').where('account_id', '=', account.accountId).execute();
    expect(lines.filter(({ action }) => action === 'createRecoveryCodes')).toHaveLength(2);
  });

  test('need a code after 15 minutes, in another session, of a token, and if a token enabled it', async () => {
    const { account, session } = await enabled();
    const other = await givenSession(lab.db, account, clock.now());
    expect(await create(other, {})).toMatchObject(wrongCode);
    expect(await create(account, {})).toMatchObject(wrongCode);
    later(15 * 60);
    await lab.db.updateTable('sessions').set({ authenticated_at: clock.now() }).where('id', '=', session.id).execute();
    expect(await create(session, {})).toMatchObject(wrongCode);
    expect(await left(session.headers)).toBe(0);

    const { account: byToken } = await givenTwoFactor();
    const session2 = await givenSession(lab.db, byToken, clock.now());
    expect(await create(session2, {})).toMatchObject(wrongCode);
    expect(await create(byToken, {})).toMatchObject(wrongCode);
  });

  test('a wrong code is refused although none is needed, and nothing is created without an app', async () => {
    const { account, session } = await enabled();
    expect(await create(session, { otp: '000000' })).toMatchObject(wrongCode);
    expect(await left(session.headers)).toBe(0);
    await lab.db.deleteFrom('user_totp').where('user_id', '=', account.userId).execute();
    expect(await create(session, {})).toMatchObject(wrongState);
  });

  test('a session that is purged leaves the app, which then needs a code', async () => {
    const { account, session, secret } = await enabled();
    await lab.db.deleteFrom('sessions').where('id', '=', session.id).execute();
    expect(await isEnabled(account)).toBe(true);
    later();
    expect(await create(account, { otp: code(secret) })).toMatchObject({ status: 201 });
  });
});

/** Uses these recovery codes. */
async function takeRecoveryCodes({ userId }: GivenAccount, codes: readonly string[]): Promise<void> {
  for (const otp of codes)
    await lab.db.transaction().execute((db) => verifySecondFactor({ db, clock }, SEALER, { userId, otp, recovery: true }));
}

test('a recovery code is not accepted as a code of the app, and stays unused', async () => {
  const { account, secret } = await givenTwoFactor();
  const { recovery_codes } = (await lab.call('createRecoveryCodes', { body: { otp: code(secret) } }, account)).body;
  const given = { userId: account.userId, otp: recovery_codes[0] };
  const take = (recovery: boolean) =>
    lab.db.transaction().execute((db) => verifySecondFactor({ db, clock }, SEALER, { ...given, recovery }));
  await expect(take(false)).rejects.toMatchObject({ code: 'validation' });
  expect(await take(true)).toBeUndefined();
});

test("belongs to the user, not the account, and no other user's code is accepted", async () => {
  const { account, secret } = await givenTwoFactor();
  const { account: other, secret: others } = await givenTwoFactor();
  expect(await disable(account, code(others))).toMatchObject(wrongCode);
  expect(await disable(other, code(secret))).toMatchObject(wrongCode);
  expect(await isEnabled(account)).toBe(true);
});

test('the database, the audit log and stored replies contain neither secrets nor codes', async () => {
  const { account, secret } = await givenTwoFactor();
  const headers = { 'idempotency-key': 'codes' };
  const { body } = await lab.call('createRecoveryCodes', { body: { otp: code(secret) } }, { ...account, headers });
  const tables = ['user_totp', 'recovery_codes', 'audit_log', 'idempotency_keys'] as const;
  const rows = await Promise.all(tables.map((table) => lab.db.selectFrom(table).selectAll().execute()));
  const text = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
  const bytes = Buffer.concat(rows.flat().flatMap((row) => Object.values(row).filter((value) => Buffer.isBuffer(value))));
  for (const hidden of [secret, ...body.recovery_codes, body.recovery_codes[0].replaceAll('-', '')]) {
    expect(text).not.toContain(hidden);
    expect(bytes.includes(hidden)).toBe(false);
  }
  expect(bytes.includes(fromBase32(secret))).toBe(false);
  const lines = await lab.db
    .selectFrom('audit_log')
    .select('action')
    .where('account_id', '=', account.accountId)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(['enableTwoFactor', 'createRecoveryCodes']);
});

test('after five attempts per minute the code is not checked, and it works a minute later', async () => {
  const limited = await openLab({ clock, database: { ...lab, close: async () => {} } });
  try {
    const { account, secret } = await givenTwoFactor();
    const attempt = (otp: string) => limited.call('disableTwoFactor', { body: { otp } }, account);
    for (let i = 0; i < 5; i += 1) expect(await attempt('0000-0000-0000')).toMatchObject(wrongCode);
    expect(await attempt(code(secret))).toMatchObject({ status: 429, body: { retry_after: expect.any(Number) } });
    // The throttle locks no account: the same code is accepted elsewhere and later.
    expect(await disable(account, code(secret))).toMatchObject({ status: 204 });
  } finally {
    await limited.close();
  }
});
