import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenCountryData } from '../../given-geo.ts';
import { givenPasskey } from '../../given-passkeys.ts';
import { givenPassword, givenSession } from '../../given-sessions.ts';
import { givenIdentityProvider } from '../../given-single-sign-on.ts';
import { givenTotp } from '../../given-two-factor.ts';

const now = Date.now();
const clock = { now: () => new Date(now) };
let lab: Lab;
/** Lab of the same installation, accessed by IP address. */
let byAddressLab: Lab;
beforeAll(async () => {
  lab = await openLab({ clock });
  byAddressLab = await openLab({ clock, publicUrl: 'https://192.0.2.7', database: { ...lab, close: async () => {} } });
});
afterAll(async () => {
  await byAddressLab.close();
  await lab.close();
});

const ask = (headers: Record<string, string> = {}) => lab.call('getCurrentSession', {}, { headers });
const VISITOR = {
  ...{ session: null, user: null, account: null, role: null, member_id: null },
  ...{ accounts: [], confirm_with: [], event_id: null },
};

async function given() {
  const account = await givenAccount(lab.db);
  return { ...account, ...(await givenSession(lab.db, account, clock.now())) };
}

/** Makes the user a member of a new account with this name. */
async function join(userId: number, name: string): Promise<GivenAccount> {
  const other = await givenAccount(lab.db);
  await lab.db.updateTable('accounts').set({ name }).where('id', '=', other.accountId).execute();
  await lab.db.insertInto('memberships').values({ account_id: other.accountId, user_id: userId, role: 'technical' }).execute();
  return other;
}

describe('a visitor', () => {
  test('gets nulls and the features of the installation', async () => {
    const { status, body, headers } = await ask();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...VISITOR,
        installation: {
          version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
          ...{ currency: 'EUR', time_zone: expect.any(String), passkeys: true, geo_filter: false },
        },
      },
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('is a browser without a valid session: ended, expired, or its user left the account', async () => {
    const [ended, left, expired] = [await given(), await given(), await given()];
    const other = await join(left.userId, 'Other');
    await lab.db.updateTable('sessions').set({ account_id: other.accountId }).where('id', '=', left.id).execute();
    await lab.call('deleteCurrentSession', {}, { headers: ended.headers });
    await lab.db.deleteFrom('memberships').where('user_id', '=', left.userId).where('account_id', '=', other.accountId).execute();
    await lab.db
      .updateTable('sessions')
      .set({ expires_at: new Date(now - 1) })
      .where('id', '=', expired.id)
      .execute();
    for (const headers of [ended.headers, left.headers, expired.headers, { cookie: '__Host-innkeeper-session=guessed' }])
      expect(await ask(headers)).toMatchObject({ status: 200, body: VISITOR });
  });

  test('can see whether passkeys and the geo filter are available', async () => {
    const byAddress = await byAddressLab.call('getCurrentSession');
    expect(byAddress.body.installation).toMatchObject({ passkeys: false, geo_filter: false });
    await givenCountryData(lab.db, { AT: ['192.0.2.0-192.0.2.255'] });
    expect((await ask()).body.installation).toMatchObject({ passkeys: true, geo_filter: true });
  });
});

describe('a session', () => {
  test('gets its user, account and role, with accounts sorted by name', async () => {
    const me = await given();
    const [zebra, apple] = [await join(me.userId, 'zebra'), await join(me.userId, 'Apple')];
    await lab.db.updateTable('users').set({ email_otp_enabled: true }).where('id', '=', me.userId).execute();
    const { status, body, headers } = await ask(me.headers);
    const members = await lab.db
      .selectFrom('memberships')
      .select(['id', 'account_id'])
      .where('user_id', '=', me.userId)
      .execute();
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        session: expect.objectContaining({ id: me.id, account_id: me.accountId, current: true }),
        user: {
          ...{ id: me.userId, name: 'Given', email: me.email, language: 'en' },
          ...{ has_password: false, two_factor: false, email_code: true, passkeys: 0, recovery_codes_left: 0 },
        },
        account: { id: me.accountId, name: 'Given', country: 'AT', suspended: false, closes_at: null },
        role: 'owner',
        member_id: members.find(({ account_id }) => account_id === me.accountId)?.id,
        accounts: [
          { id: apple.accountId, name: 'Apple', role: 'technical' },
          { id: me.accountId, name: 'Given', role: 'owner' },
          { id: zebra.accountId, name: 'zebra', role: 'technical' },
        ],
        confirm_with: [],
        event_id: 0,
        installation: expect.any(Object),
      },
    });
    expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
  });

  test('shows the account that it was switched to', async () => {
    const me = await given();
    const other = await join(me.userId, 'Other');
    await lab.db.updateTable('sessions').set({ account_id: other.accountId }).where('id', '=', me.id).execute();
    await expect
      .poll(async () => (await ask(me.headers)).body)
      .toMatchObject({ account: { id: other.accountId }, role: 'technical' });
  });

  test('shows a suspension and the day on which the account closes', async () => {
    const me = await given();
    const closesAt = new Date(now + minutes(60));
    await lab.db
      .updateTable('accounts')
      .set({ suspended_at: clock.now(), suspend_reason: 'given', closing_asked_at: clock.now(), closes_at: closesAt })
      .where('id', '=', me.accountId)
      .execute();
    const { body } = await ask(me.headers);
    expect(body.account).toMatchObject({
      suspended: true,
      closes_at: expect.stringContaining(closesAt.toISOString().slice(0, 23)),
    });
  });

  test('gets the id of the latest event of its account', async () => {
    const me = await given();
    const body = {
      name: 'a key',
      public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti a',
    };
    await lab.call('addSshKey', { body }, { headers: me.headers });
    await lab.db
      .insertInto('event_heads')
      .values({ account_id: me.accountId, last_id: 41n })
      .onConflict((oc) => oc.column('account_id').doUpdateSet({ last_id: 41n }))
      .execute();
    expect((await ask(me.headers)).body.event_id).toBe(41);
  });

  test('lists the authentication methods that it can use', async () => {
    const me = await given();
    const proofs = async () => (await ask(me.headers)).body.confirm_with;
    await givenTotp(lab.db, me, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
    expect(await proofs()).toEqual([]);
    await givenPassword(lab.db, me);
    await givenPasskey(lab.db, me);
    expect(await proofs()).toEqual(['password', 'totp', 'passkey']);
    expect((await ask(me.headers)).body.user).toMatchObject({ has_password: true, two_factor: true, passkeys: 1 });
    const there = await byAddressLab.call('getCurrentSession', {}, { headers: me.headers });
    expect(there.body.confirm_with).toEqual(['password', 'totp']);
  });

  test('of an identity provider shows only its own account', async () => {
    const me = await given();
    await join(me.userId, 'Other');
    const provider = await givenIdentityProvider(lab.db, { accountId: me.accountId, domain: `d${me.accountId}.example` });
    await lab.db.updateTable('sessions').set({ identity_provider_id: provider.id }).where('id', '=', me.id).execute();
    const { body } = await ask(me.headers);
    expect(body).toMatchObject({ accounts: [{ id: me.accountId }], confirm_with: ['single_sign_on'] });
    expect(body.accounts).toHaveLength(1);
  });
});

test('an access token is refused', async () => {
  const { token } = await givenAccount(lab.db);
  expect(await lab.call('getCurrentSession', {}, { token })).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  expect(await lab.call('getCurrentSession', {}, { token: 'ik_wrong' })).toMatchObject({ status: 200, body: VISITOR });
});
