import { failuresOf } from '@innkeeper/contract/operations';
import { createToken, revokeToken } from '@innkeeper/db/tables/tokens';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenAccount } from '../given.ts';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

/** A frozen clock, so that the cache never expires and only a notification can evict a token. */
const NOW = new Date();

let setup: Setup;
const tokens = { garbage: 'ik_garbage', revoked: '', expired: '', read: '', write: '', account: '' };

beforeAll(async () => {
  setup = await openSetup({ clock: { now: () => NOW } });
  const { db } = setup.lab;
  const { accountId, userId } = setup.me;
  const make = (name: string, fields: Partial<Parameters<typeof createToken>[1]> = {}) =>
    createToken(db, { accountId, userId, name, abilities: ['read', 'write'], ...fields });
  const revoked = await make('revoked');
  await db.transaction().execute((trx) => revokeToken(trx, revoked.id, NOW));
  tokens.revoked = revoked.token;
  tokens.expired = (await make('expired', { expiresAt: new Date(NOW.getTime() - 1000) })).token;
  tokens.read = (await make('read', { abilities: ['read'] })).token;
  tokens.write = (await make('write', { abilities: ['write'] })).token;
  tokens.account = (await make('account', { abilities: ['read', 'account'] })).token;
});
afterAll(() => setup.lab.close());

// Signing in with a wrong password is also 401.
describe.each(operations(({ anonymous }, name) => anonymous === true && name !== 'createSession'))('$name', ({ name }) => {
  it("requires no token, and counts against the account's limit with one", async () => {
    const { send, me } = setup;
    for (const headers of [{}, { authorization: `Bearer ${tokens.expired}` }])
      expect((await send({ ...requestFor(name, me), headers })).status).not.toBeOneOf([401, 403]);
    const { headers } = await send(requestFor(name, me));
    expect(headers['x-ratelimit-limit']).toBe('1000000');
  });
});

describe.each(operations(({ anonymous }) => anonymous !== true))('$name', ({ name, operation }) => {
  it('returns 401 without a valid token', async () => {
    const { send, me } = setup;
    const { headers: _none, ...bare } = requestFor(name, me);
    const replies = [
      await send(bare),
      await send(requestFor(name, me, { headers: { authorization: 'Basic bWU6c2VjcmV0' } })),
      await send(requestFor(name, me, { token: tokens.garbage })),
      await send(requestFor(name, me, { token: tokens.revoked })),
      await send(requestFor(name, me, { token: tokens.expired })),
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer/);
    }
  });

  it(`${operation.ability === 'read' ? 'is allowed' : 'is 401'} for a read-only token`, async () => {
    const reply = await setup.send(requestFor(name, setup.me, { token: tokens.read }));
    if (operation.ability === 'read') expect(reply.status).not.toBe(401);
    else expect(reply).toMatchObject({ status: 401, body: { code: 'ability_missing' } });
    expect(failuresOf(name).includes('ability_missing')).toBe(operation.ability !== 'read');
  });

  it(`allows tokens with 'write' or 'account' only if they have the ability ${operation.ability}`, async () => {
    const lacks = async (token: string) => {
      // The invalid query is refused after authorization, so that the account does not change.
      const { status, body } = await setup.send(requestFor(name, setup.me, { token, query: { unknown: '1' } }));
      if (status !== 401)
        expect({ status, body }).toMatchObject({ status: 422, body: { errors: { unknown: expect.anything() } } });
      return status === 401 ? body.code : false;
    };
    const missing = (is: boolean) => (is ? 'ability_missing' : false);
    expect(await lacks(tokens.write)).toBe(missing(operation.ability === 'account'));
    expect(await lacks(tokens.account)).toBe(missing(operation.ability === 'write'));
  });
});

it('a revoked token is refused at once, even if it is cached', async () => {
  const { lab, me, send } = setup;
  const { id, token } = await createToken(lab.db, {
    accountId: me.accountId,
    userId: me.userId,
    name: 'short',
    abilities: ['read'],
  });
  for (let i = 0; i < 3; i += 1) expect((await send(requestFor('getBalance', me, { token }))).status).toBe(200);
  await lab.db.transaction().execute((trx) => revokeToken(trx, id, NOW));
  await vi.waitFor(async () => expect((await send(requestFor('getBalance', me, { token }))).status).toBe(401));
});

describe('a token of a member', () => {
  /** Creates a token of a new member of the account and uses it. */
  async function givenMember(role: string) {
    const { lab, me, send } = setup;
    const { userId } = await givenAccount(lab.db);
    await sql`insert into memberships (account_id, user_id, role) values (${me.accountId}, ${userId}, ${role})`.execute(lab.db);
    const { token } = await createToken(lab.db, { accountId: me.accountId, userId, name: role, abilities: ['write'] });
    const status = async (operation: 'getBalance' | 'addSshKey') => (await send(requestFor(operation, me, { token }))).status;
    for (let i = 0; i < 3; i += 1) expect(await status('getBalance')).toBe(200);
    return { userId, status };
  }

  it.each(['billing', 'read-only'])('has no more rights than the role %s', async (role) => {
    expect(await (await givenMember(role)).status('addSshKey')).toBe(403);
  });

  it("loses rights as soon as its user's role changes", async () => {
    const { userId, status } = await givenMember('technical');
    expect(await status('addSshKey')).not.toBe(403);
    await sql`update memberships set role = 'billing' where user_id = ${userId} and role = 'technical'`.execute(setup.lab.db);
    await vi.waitFor(async () => expect([await status('addSshKey'), await status('getBalance')]).toEqual([403, 200]));
  });

  it('is revoked permanently when its user leaves the account', async () => {
    const { userId, status } = await givenMember('technical');
    const of = { account_id: setup.me.accountId, user_id: userId };
    await setup.lab.db.deleteFrom('memberships').where('account_id', '=', of.account_id).where('user_id', '=', userId).execute();
    await vi.waitFor(async () => expect(await status('getBalance')).toBe(401));
    await setup.lab.db
      .insertInto('memberships')
      .values({ ...of, role: 'technical' })
      .execute();
    expect(await status('getBalance')).toBe(401);
  });

  it('is refused while its user is suspended', async () => {
    const { userId, status } = await givenMember('admin');
    const suspendedAt = (at: Date | null) =>
      setup.lab.db.updateTable('users').set({ suspended_at: at }).where('id', '=', userId).execute();
    await suspendedAt(NOW);
    await vi.waitFor(async () => expect(await status('getBalance')).toBe(401));
    await suspendedAt(null);
    expect(await status('getBalance')).toBe(200);
  });
});

it('the last use of a token is stored', async () => {
  const { lab, me, send } = setup;
  await send(requestFor('getBalance', me));
  await vi.waitFor(async () => {
    const row = await lab.db.selectFrom('access_tokens').selectAll().where('id', '=', me.tokenId).executeTakeFirstOrThrow();
    expect(row.last_used_at).not.toBeNull();
  });
});
