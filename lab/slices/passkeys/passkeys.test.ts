import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { openAuthenticator } from '../../authenticator.ts';
import { givenSession, ORIGIN } from '../../given-sessions.ts';
import { FORGED_VALUES, invalidFieldReply, passkeyUsers } from '../given-passkeys.ts';

let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ clock, publicUrl: ORIGIN, trustProxy: ['127.0.0.1'] });
});
afterAll(() => lab.close());

const { optionsOf, add, signInOptions, signIn, givenUser, given, linesOf, mailsTo } = passkeyUsers(() => lab, clock);

describe('a passkey', () => {
  test('is added by a session, named, listed with its last use, and removed, with mails to its user', async () => {
    const { headers, email, userId, authenticator, passkey: id } = await given();
    const second = await add(headers, openAuthenticator().create(await optionsOf(headers)), 'telephone');
    await signIn(authenticator.get(await signInOptions()), { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' });
    await lab.call('updatePasskey', { params: { id }, body: { name: 'work' } }, { headers });
    expect((await lab.call('listPasskeys', {}, { headers })).body.data).toMatchObject([
      { id, name: 'work', last_used_at: '2027-03-10T12:00:00.000000Z', last_used_from: '203.0.113.7', synced: false },
      { id: second.body.id, name: 'telephone', last_used_at: null, last_used_from: null },
    ]);
    expect(await lab.call('deletePasskey', { params: { id } }, { headers })).toMatchObject({ status: 204 });
    expect(await signIn(authenticator.get(await signInOptions()))).toMatchObject(invalidFieldReply('credential'));
    expect(await mailsTo(email)).toEqual(['passkey-added', 'passkey-added', 'passkey-removed']);
    const actions = (await linesOf(userId)).map(({ action }) => action);
    expect(actions).toEqual(['createPasskey', 'createPasskey', 'createSession', 'updatePasskey', 'deletePasskey']);
  });

  test('cannot be created with an access token, or removed in a session without recent authentication', async () => {
    const { headers, token, passkey: id } = await given();
    expect(await lab.call('createPasskeyOptions', {}, { token })).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
    now += minutes(16);
    const old = { status: 403, body: { code: 'reauthentication_required' } };
    expect(await lab.call('createPasskeyOptions', {}, { headers })).toMatchObject(old);
    expect(await add(headers, openAuthenticator().create(CREATION))).toMatchObject(old);
    expect(await lab.call('deletePasskey', { params: { id } }, { headers })).toMatchObject(old);
  });

  test('is limited to twenty per user, and one per authenticator', async () => {
    const { headers, authenticator, userId } = await given();
    const options = await optionsOf(headers);
    expect(options.excludeCredentials).toHaveLength(1);
    expect(() => authenticator.create(options)).toThrow();
    const rows = Array.from({ length: 19 }, (_, n) => ({
      ...{ user_id: userId, name: 'given', credential_id: Buffer.from(`${userId} ${n}`), public_key: Buffer.alloc(77) },
      created_at: clock.now(),
    }));
    await lab.db.insertInto('user_passkeys').values(rows).execute();
    const full = { status: 422, body: { code: 'wrong_state' } };
    expect(await add(headers, openAuthenticator().create(options))).toMatchObject(full);
    expect(await lab.call('createPasskeyOptions', {}, { headers })).toMatchObject(full);
  });

  test('requires a host with a domain name', async () => {
    const other = await openLab({ clock, publicUrl: 'https://192.0.2.7', database: { ...lab, close: async () => {} } });
    try {
      const reply = await other.call('createSignInOptions');
      expect(reply).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
    } finally {
      await other.close();
    }
  });
});

const CREATION = { challenge: 'wUSNJ5ABnLiTIoxcSK', rp: { id: 'localhost' }, user: { id: 'x' }, excludeCredentials: [] };
describe("createPasskey: an authenticator's response", () => {
  test.each(Object.entries({ ...FORGED_VALUES, 'to sign in': { type: 'webauthn.get' } }))(
    'is refused if made %s',
    async (_name, lies) => {
      const { headers } = await givenUser();
      expect(await add(headers, openAuthenticator().create(await optionsOf(headers), lies))).toMatchObject(
        invalidFieldReply('credential'),
      );
    },
  );

  test('is refused with an attestation certificate, which was not requested', async () => {
    const { headers } = await givenUser();
    const lies = { certificate: Buffer.alloc(300) };
    expect(await add(headers, openAuthenticator().create(await optionsOf(headers), lies))).toMatchObject(
      invalidFieldReply('credential'),
    );
  });

  test('answers a challenge once, in the requesting session, within five minutes', async () => {
    const [mine, others] = [await givenUser(), await givenUser()];
    const another = await givenSession(lab.db, mine, clock.now());
    const options = await optionsOf(mine.headers);
    const credential = openAuthenticator().create(options);
    expect(await add(others.headers, credential)).toMatchObject(invalidFieldReply('credential'));
    // A failed answer has used up the challenge.
    expect(await add(mine.headers, credential)).toMatchObject(invalidFieldReply('credential'));
    const ofMine = openAuthenticator().create(await optionsOf(mine.headers));
    expect(await add(another.headers, ofMine)).toMatchObject(invalidFieldReply('credential'));
    const late = openAuthenticator().create(await optionsOf(mine.headers));
    now += minutes(5);
    expect(await add(mine.headers, late)).toMatchObject(invalidFieldReply('credential'));
    const again = openAuthenticator().create(await optionsOf(mine.headers));
    expect(await add(mine.headers, again)).toMatchObject({ status: 201 });
    expect(await add(mine.headers, again)).toMatchObject(invalidFieldReply('credential'));
  });

  test('is bound to one user', async () => {
    const [one, other] = [await givenUser(), await givenUser()];
    const authenticator = openAuthenticator();
    const first = authenticator.create(await optionsOf(one.headers));
    expect(await add(one.headers, first)).toMatchObject({ status: 201 });
    await lab.db.updateTable('user_passkeys').set({ user_id: other.userId }).where('user_id', '=', one.userId).execute();
    expect(await lab.call('deletePasskey', { params: { id: await idOf(other.userId) } }, one)).toMatchObject({ status: 403 });
  });

  test.each(['', '!', 'AAAA', 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ', 'n'.repeat(4_000)])(
    'is refused as "%.10s"',
    async (text) => {
      const { headers } = await givenUser();
      const made = openAuthenticator().create(await optionsOf(headers));
      const reply = await add(headers, { ...made, response: { ...made.response, attestationObject: text } });
      expect(reply.status).toBe(422);
    },
  );
});

const idOf = async (userId: number): Promise<number> =>
  (await lab.db.selectFrom('user_passkeys').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()).id;
