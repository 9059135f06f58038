import { createToken, revokeToken } from '@innkeeper/db/tables/tokens';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

let setup: Setup;
const tokens = { garbage: 'ik_garbage', revoked: '', expired: '', read: '' };

beforeAll(async () => {
  setup = await openSetup();
  const { db } = setup.lab;
  const { accountId } = setup.me;
  const make = (name: string, fields: Partial<Parameters<typeof createToken>[1]> = {}) =>
    createToken(db, { accountId, name, abilities: ['read', 'write'], ...fields });
  const revoked = await make('revoked');
  await db.transaction().execute((trx) => revokeToken(trx, revoked.id, new Date()));
  tokens.revoked = revoked.token;
  tokens.expired = (await make('expired', { expiresAt: new Date(Date.now() - 1000) })).token;
  tokens.read = (await make('read', { abilities: ['read'] })).token;
});
afterAll(() => setup.lab.close());

describe.each(operations(({ anonymous }) => anonymous === true))('$name', ({ name }) => {
  it('is open for anybody, and counts whom a token names', async () => {
    const { send, me } = setup;
    for (const headers of [{}, { authorization: `Bearer ${tokens.expired}` }])
      expect((await send({ ...requestFor(name, me), headers })).status).toBe(200);
    const { headers } = await send(requestFor(name, me));
    expect(headers['x-ratelimit-limit']).toBe('1000000');
  });
});

describe.each(operations(({ anonymous }) => anonymous !== true))('$name', ({ name, operation }) => {
  it('is 401 without a token that holds', async () => {
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

  it(`${operation.ability === 'read' ? 'is open' : 'is 401'} for a token that may only read`, async () => {
    const reply = await setup.send(requestFor(name, setup.me, { token: tokens.read }));
    if (operation.ability === 'read') expect(reply.status).not.toBe(401);
    else expect(reply).toMatchObject({ status: 401, body: { code: 'ability_missing' } });
  });
});

it('a revoked token ends at once, although it was in use a moment ago', async () => {
  const { lab, me, send } = setup;
  const { id, token } = await createToken(lab.db, { accountId: me.accountId, name: 'short', abilities: ['read'] });
  for (let i = 0; i < 3; i += 1) expect((await send(requestFor('getBalance', me, { token }))).status).toBe(200);
  await lab.db.transaction().execute((trx) => revokeToken(trx, id, new Date()));
  // The database's word is on its way for some milliseconds; the cache alone would keep the token for 10 s.
  await vi.waitFor(async () => expect((await send(requestFor('getBalance', me, { token }))).status).toBe(401), {
    timeout: 3_000,
  });
});

it('the use of a token is noted', async () => {
  const { lab, me, send } = setup;
  await send(requestFor('getBalance', me));
  await vi.waitFor(async () => {
    const row = await lab.db.selectFrom('access_tokens').selectAll().where('id', '=', me.tokenId).executeTakeFirstOrThrow();
    expect(row.last_used_at).not.toBeNull();
  });
});
