import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { ORIGIN, PASSWORD } from '../../given-sessions.ts';
import { givenTotp } from '../../given-two-factor.ts';
import { cookieOf, FORGED_VALUES, invalidFieldReply, passkeyUsers } from '../given-passkeys.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ clock, publicUrl: ORIGIN, trustProxy: ['127.0.0.1'] });
});
afterAll(() => lab.close());

const { elsewhere, signInOptions, signIn, given, linesOf, mailsTo } = passkeyUsers(() => lab, clock);

describe('createPasskeySession: signing in with only a passkey', () => {
  test('opens a session as a password does: mails about a new place, and ends the previous session', async () => {
    const { authenticator, email, userId, accountId } = await given();
    const reply = await signIn(authenticator.get(await signInOptions()));
    expect(reply).toMatchObject({ status: 201, body: { current: true, account_id: accountId } });
    const headers = cookieOf(reply);
    expect(await lab.call('getUser', {}, { headers })).toMatchObject({ status: 200, body: { email } });
    const again = await signIn(authenticator.get(await signInOptions()), { ...headers, ...elsewhere() });
    expect(again.status).toBe(201);
    await expect.poll(async () => (await lab.call('getUser', {}, { headers })).status, { timeout: 20_000 }).toBe(401);
    expect(await mailsTo(email)).toEqual(['passkey-added', 'new-sign-in']);
    expect((await linesOf(userId)).at(-1)).toMatchObject({ action: 'createSession', details: { methods: ['passkey'] } });
  });

  test('counts as both factors and requires no code of an authenticator app', async () => {
    const user = await given();
    await givenTotp(lab.db, user, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
    expect(await signIn(user.authenticator.get(await signInOptions()))).toMatchObject({ status: 201 });
  });

  test.each(
    Object.entries({
      ...FORGED_VALUES,
      'to add one': { type: 'webauthn.create' },
      'of somebody else': { userHandle: 'bm9ib2R5' },
    }),
  )('is refused for an answer %s', async (_name, lies) => {
    const { authenticator, userId } = await given();
    const reply = await signIn(authenticator.get(await signInOptions(), lies));
    expect(reply).toMatchObject(invalidFieldReply('credential'));
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect((await linesOf(userId)).at(-1)).toMatchObject({ action: 'createSession.refused', details: { why: 'passkey' } });
  });

  test('is refused with a signature by another key, or a changed one', async () => {
    const [mine, others] = [await given(), await given()];
    const { id } = mine.authenticator.get(await signInOptions());
    // The authenticator of another user, with a forged user handle.
    const { userHandle } = mine.authenticator.get(await signInOptions()).response;
    expect(await signIn(others.authenticator.get(await signInOptions(), { id, userHandle }))).toMatchObject(
      invalidFieldReply('credential'),
    );
    const right = mine.authenticator.get(await signInOptions());
    const bytes = Buffer.from(right.response.signature, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    const changed = { ...right, response: { ...right.response, signature: bytes.toString('base64url') } };
    expect(await signIn(changed)).toMatchObject(invalidFieldReply('credential'));
  });

  test('accepts an answer once, also of ten concurrent requests, and within five minutes', async () => {
    const { authenticator } = await given();
    const answer = authenticator.get(await signInOptions());
    const replies = await Promise.all(Array.from({ length: 10 }, () => signIn(answer)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 422)]);
    const late = authenticator.get(await signInOptions());
    now += minutes(5);
    expect(await signIn(late)).toMatchObject(invalidFieldReply('credential'));
  });

  test('refuses an authenticator whose counter did not increase, and records it', async () => {
    const { authenticator, headers, userId } = await given();
    expect(await signIn(authenticator.get(await signInOptions(), { counter: 7 }))).toMatchObject({ status: 201 });
    expect(await signIn(authenticator.get(await signInOptions(), { counter: 7 }))).toMatchObject(invalidFieldReply('credential'));
    expect((await lab.call('listPasskeys', {}, { headers })).body.data).toMatchObject([
      { counter_regressed_at: expect.stringMatching(/^2027/) },
    ]);
    expect((await linesOf(userId)).at(-1)).toMatchObject({ details: { why: 'passkey counter' } });
    expect(await signIn(authenticator.get(await signInOptions(), { counter: 8 }))).toMatchObject({ status: 201 });
  });

  test('is refused for a suspended user', async () => {
    const { authenticator, userId } = await given();
    await lab.db.updateTable('users').set({ suspended_at: clock.now() }).where('id', '=', userId).execute();
    expect(await signIn(authenticator.get(await signInOptions()))).toMatchObject(invalidFieldReply('credential'));
  });

  test('throttles an address after too many attempts', async () => {
    const { authenticator } = await given();
    const here = elsewhere();
    for (let i = 0; i < 20; i += 1)
      expect((await signIn(authenticator.get(await signInOptions(), { verified: false }), here)).status).toBe(422);
    expect(await signIn(authenticator.get(await signInOptions()), here)).toMatchObject({ status: 429 });
    expect(await signIn(authenticator.get(await signInOptions()))).toMatchObject({ status: 201 });
  });

  test('gives every caller the same options, and keeps only the latest challenges of an address', async () => {
    const first = await lab.call('createSignInOptions', { body: {} });
    expect(first.body.public_key).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    for (let i = 0; i < 220; i += 1) await lab.call('createSignInOptions', { body: {} });
    const { n } = await lab.db
      .selectFrom('passkey_challenges')
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .where('network', '=', '127.0.0.1')
      .where('purpose', '=', 'sign_in')
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(200);
  });
});

describe('a passkey as the second factor', () => {
  const password = (email: string) =>
    lab.call('createSession', { body: { email, password: PASSWORD } }, { headers: elsewhere() });
  const verify = (sign_in_token: string, passkey: unknown) =>
    lab.call('verifySession', { body: { sign_in_token, passkey } }, { headers: elsewhere() });

  async function givenBoth() {
    const user = await given();
    await givenTotp(lab.db, user, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
    const { body } = await password(user.email);
    expect(body.second_factor.methods).toEqual(['totp', 'recovery_code', 'passkey']);
    return { ...user, sign_in_token: body.second_factor.sign_in_token as string };
  }

  test('completes a sign-in with two-factor authentication', async () => {
    const { authenticator, sign_in_token, userId } = await givenBoth();
    const options = await signInOptions({ sign_in_token });
    expect(options.allowCredentials).toMatchObject([{ type: 'public-key', transports: ['internal'] }]);
    const answer = authenticator.get(options);
    expect(await verify(sign_in_token, answer)).toMatchObject({ status: 201, body: { current: true } });
    expect(await verify(sign_in_token, answer)).toMatchObject(invalidFieldReply('sign_in_token'));
    expect((await linesOf(userId)).at(-1)).toMatchObject({ details: { methods: ['password', 'passkey'] } });
  });

  test('is refused from another user or for another purpose, and five wrong ones end the sign-in', async () => {
    const [mine, others] = [await givenBoth(), await givenBoth()];
    const own = others.authenticator.get(await signInOptions({ sign_in_token: others.sign_in_token }));
    expect(await verify(mine.sign_in_token, own)).toMatchObject(invalidFieldReply('passkey'));
    // A passkey of another user signs this user's challenge.
    const asked = await signInOptions({ sign_in_token: mine.sign_in_token });
    const foreign = others.authenticator.get({ ...asked, allowCredentials: [] });
    expect(await verify(mine.sign_in_token, foreign)).toMatchObject(invalidFieldReply('passkey'));
    const alone = mine.authenticator.get(await signInOptions());
    expect(await verify(mine.sign_in_token, alone)).toMatchObject(invalidFieldReply('passkey'));
    const unverified = mine.authenticator.get(await signInOptions({ sign_in_token: mine.sign_in_token }), { verified: false });
    expect(await verify(mine.sign_in_token, unverified)).toMatchObject(invalidFieldReply('passkey'));
    // An assertion for the second factor does not open a session alone.
    const second = mine.authenticator.get(await signInOptions({ sign_in_token: mine.sign_in_token }));
    expect(await signIn(second)).toMatchObject(invalidFieldReply('credential'));
    expect(await verify(mine.sign_in_token, second)).toMatchObject(invalidFieldReply('passkey'));
    expect(await lab.call('createSignInOptions', { body: { sign_in_token: mine.sign_in_token } })).toMatchObject(
      invalidFieldReply('sign_in_token'),
    );
  });

  test('is not required without two-factor authentication', async () => {
    const { email } = await given();
    expect(await password(email)).toMatchObject({ status: 201, body: { second_factor: null } });
  });
});

describe('reauthentication with a passkey', () => {
  const confirm = (headers: Record<string, string>, body: object) => lab.call('confirmSession', { body }, { headers });
  const options = async (headers: Record<string, string>) =>
    (await lab.call('createConfirmOptions', {}, { headers })).body.public_key;

  test('counts as recent authentication, only for the user of the session', async () => {
    const [mine, others] = [await given(), await given()];
    now += minutes(16);
    const own = others.authenticator.get(await options(others.headers));
    expect(await confirm(mine.headers, { passkey: own })).toMatchObject(invalidFieldReply('passkey'));
    // An assertion for a sign-in does not confirm a session.
    expect(await confirm(mine.headers, { passkey: mine.authenticator.get(await signInOptions()) })).toMatchObject(
      invalidFieldReply('passkey'),
    );
    const confirmed = await confirm(mine.headers, { passkey: mine.authenticator.get(await options(mine.headers)) });
    expect(confirmed).toMatchObject({ status: 200, body: { authenticated_at: expect.stringMatching(/^2027/) } });
    expect(await lab.call('createPasskeyOptions', {}, { headers: cookieOf(confirmed) })).toMatchObject({ status: 201 });
    expect(await confirm(mine.headers, {})).toMatchObject(invalidFieldReply('password'));
  });
});
