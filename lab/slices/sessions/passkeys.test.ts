import { minutes } from '@innkeeper/model/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { ORIGIN, PASSWORD } from '../../given-sessions.ts';
import { givenTotp } from '../../given-two-factor.ts';
import { cookieOf, LIES, passkeyUsers, refused } from '../given-passkeys.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ clock, publicUrl: ORIGIN, trustProxy: ['127.0.0.1'] });
});
afterAll(() => lab.close());

const { elsewhere, signInOptions, signIn, given, linesOf, mailsTo } = passkeyUsers(() => lab, clock);

describe('createPasskeySession: signing in by a passkey alone', () => {
  test('opens a session as a password does: a new place is told, the one of before ends', async () => {
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

  test('is both factors: an authenticator app is not asked besides', async () => {
    const user = await given();
    await givenTotp(lab.db, user, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
    expect(await signIn(user.authenticator.get(await signInOptions()))).toMatchObject({ status: 201 });
  });

  test.each(
    Object.entries({ ...LIES, 'to add one': { type: 'webauthn.create' }, 'of somebody else': { userHandle: 'bm9ib2R5' } }),
  )('is refused for an answer %s', async (_name, lies) => {
    const { authenticator, userId } = await given();
    const reply = await signIn(authenticator.get(await signInOptions(), lies));
    expect(reply).toMatchObject(refused('credential'));
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect((await linesOf(userId)).at(-1)).toMatchObject({ action: 'createSession.refused', details: { why: 'passkey' } });
  });

  test('is refused with a signature of another key, or one that was changed', async () => {
    const [mine, others] = [await given(), await given()];
    const { id } = mine.authenticator.get(await signInOptions());
    // Another's authenticator, which says that it is mine.
    const { userHandle } = mine.authenticator.get(await signInOptions()).response;
    expect(await signIn(others.authenticator.get(await signInOptions(), { id, userHandle }))).toMatchObject(
      refused('credential'),
    );
    const right = mine.authenticator.get(await signInOptions());
    const bytes = Buffer.from(right.response.signature, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    const changed = { ...right, response: { ...right.response, signature: bytes.toString('base64url') } };
    expect(await signIn(changed)).toMatchObject(refused('credential'));
  });

  test('takes an answer once, also of ten at once, and within five minutes', async () => {
    const { authenticator } = await given();
    const answer = authenticator.get(await signInOptions());
    const replies = await Promise.all(Array.from({ length: 10 }, () => signIn(answer)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 422)]);
    const late = authenticator.get(await signInOptions());
    now += minutes(5);
    expect(await signIn(late)).toMatchObject(refused('credential'));
  });

  test('refuses an authenticator whose counter is not ahead, and notes it', async () => {
    const { authenticator, headers, userId } = await given();
    expect(await signIn(authenticator.get(await signInOptions(), { counter: 7 }))).toMatchObject({ status: 201 });
    expect(await signIn(authenticator.get(await signInOptions(), { counter: 7 }))).toMatchObject(refused('credential'));
    expect((await lab.call('listPasskeys', {}, { headers })).body.data).toMatchObject([
      { counter_regressed_at: expect.stringMatching(/^2027/) },
    ]);
    expect((await linesOf(userId)).at(-1)).toMatchObject({ details: { why: 'passkey counter' } });
    expect(await signIn(authenticator.get(await signInOptions(), { counter: 8 }))).toMatchObject({ status: 201 });
  });

  test('is refused to a suspended user', async () => {
    const { authenticator, userId } = await given();
    await lab.db.updateTable('users').set({ suspended_at: clock.now() }).where('id', '=', userId).execute();
    expect(await signIn(authenticator.get(await signInOptions()))).toMatchObject(refused('credential'));
  });

  test('makes an address wait that tries too often', async () => {
    const { authenticator } = await given();
    const here = elsewhere();
    for (let i = 0; i < 20; i += 1)
      expect((await signIn(authenticator.get(await signInOptions(), { verified: false }), here)).status).toBe(422);
    expect(await signIn(authenticator.get(await signInOptions()), here)).toMatchObject({ status: 429 });
    expect(await signIn(authenticator.get(await signInOptions()))).toMatchObject({ status: 201 });
  });

  test('asks the same whoever it is, and only the latest of an address can be answered', async () => {
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

  test('completes signing in, where two-factor authentication is on', async () => {
    const { authenticator, sign_in_token, userId } = await givenBoth();
    const options = await signInOptions({ sign_in_token });
    expect(options.allowCredentials).toMatchObject([{ type: 'public-key', transports: ['internal'] }]);
    const answer = authenticator.get(options);
    expect(await verify(sign_in_token, answer)).toMatchObject({ status: 201, body: { current: true } });
    expect(await verify(sign_in_token, answer)).toMatchObject(refused('sign_in_token'));
    expect((await linesOf(userId)).at(-1)).toMatchObject({ details: { methods: ['password', 'passkey'] } });
  });

  test('is not that of another, nor an answer that was for something else; five wrong ones end it', async () => {
    const [mine, others] = [await givenBoth(), await givenBoth()];
    const own = others.authenticator.get(await signInOptions({ sign_in_token: others.sign_in_token }));
    expect(await verify(mine.sign_in_token, own)).toMatchObject(refused('passkey'));
    // Another's passkey, which answers what I am asked.
    const asked = await signInOptions({ sign_in_token: mine.sign_in_token });
    const foreign = others.authenticator.get({ ...asked, allowCredentials: [] });
    expect(await verify(mine.sign_in_token, foreign)).toMatchObject(refused('passkey'));
    const alone = mine.authenticator.get(await signInOptions());
    expect(await verify(mine.sign_in_token, alone)).toMatchObject(refused('passkey'));
    const unverified = mine.authenticator.get(await signInOptions({ sign_in_token: mine.sign_in_token }), { verified: false });
    expect(await verify(mine.sign_in_token, unverified)).toMatchObject(refused('passkey'));
    // What is for the second factor opens no session alone.
    const second = mine.authenticator.get(await signInOptions({ sign_in_token: mine.sign_in_token }));
    expect(await signIn(second)).toMatchObject(refused('credential'));
    expect(await verify(mine.sign_in_token, second)).toMatchObject(refused('passkey'));
    expect(await lab.call('createSignInOptions', { body: { sign_in_token: mine.sign_in_token } })).toMatchObject(
      refused('sign_in_token'),
    );
  });

  test('is not asked for where two-factor authentication is off', async () => {
    const { email } = await given();
    expect(await password(email)).toMatchObject({ status: 201, body: { second_factor: null } });
  });
});

describe('confirming by a passkey', () => {
  const confirm = (headers: Record<string, string>, body: object) => lab.call('confirmSession', { body }, { headers });
  const options = async (headers: Record<string, string>) =>
    (await lab.call('createConfirmOptions', {}, { headers })).body.public_key;

  test('is recent authentication, by the user of the session alone', async () => {
    const [mine, others] = [await given(), await given()];
    now += minutes(16);
    const own = others.authenticator.get(await options(others.headers));
    expect(await confirm(mine.headers, { passkey: own })).toMatchObject(refused('passkey'));
    // An answer to sign in is none to confirm.
    expect(await confirm(mine.headers, { passkey: mine.authenticator.get(await signInOptions()) })).toMatchObject(
      refused('passkey'),
    );
    const confirmed = await confirm(mine.headers, { passkey: mine.authenticator.get(await options(mine.headers)) });
    expect(confirmed).toMatchObject({ status: 200, body: { authenticated_at: expect.stringMatching(/^2027/) } });
    expect(await lab.call('createPasskeyOptions', {}, { headers: cookieOf(confirmed) })).toMatchObject({ status: 201 });
    expect(await confirm(mine.headers, {})).toMatchObject(refused('password'));
  });
});
