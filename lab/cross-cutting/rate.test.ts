import { operationOf } from '@innkeeper/contract/operations';
import { createToken } from '@innkeeper/db/tables/tokens';
import { openMemoryBucket } from '@innkeeper/http/guards/rate-buckets';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenMember, userOfMember } from '../given-members.ts';
import { givenSession } from '../given-sessions.ts';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

const PER_ACCOUNT = 40;
const PER_ADDRESS = 5;

let setup: Setup;
beforeAll(async () => {
  setup = await openSetup({ openBucket: openMemoryBucket, settings: { requestsPerMinute: 1_000_000 } });
});
afterAll(() => setup.lab.close());

const sensitive = operations(({ perMinute, bucket }) => perMinute !== undefined && bucket === undefined);
const sharing = operations(({ bucket }) => bucket === 'protection');

describe.each(sensitive)('$name', ({ name, operation: { perMinute = 0 } }) => {
  it(`returns 429 after ${perMinute} a minute, only for its caller and this bucket`, async () => {
    const { me, other, send } = setup;
    // An invalid query prevents the operation itself from running.
    const ask = (who = me) => send(requestFor(name, who, { query: { colour: 'red' } }));
    for (let left = perMinute - 1; left >= 0; left -= 1) {
      const reply = await ask();
      expect(reply.status).toBe(422);
      expect(reply.headers).toMatchObject({ 'x-ratelimit-limit': String(perMinute), 'x-ratelimit-remaining': String(left) });
    }
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': String(perMinute), 'x-ratelimit-remaining': '0' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body.retry_after).toBe(Number(refused.headers['retry-after']));
    expect((await ask(other)).status).toBe(422);
    expect((await send(requestFor('getBalance', me))).status).toBe(200);
  });
});

it('operations that share a bucket use one limit', async () => {
  const { me, send } = setup;
  const ask = async (i: number) =>
    send(requestFor(sharing[i % sharing.length]?.name ?? 'getBalance', me, { query: { colour: 'red' } }));
  for (let i = 0; i < 30; i += 1) expect((await ask(i)).headers['x-ratelimit-remaining']).toBe(String(29 - i));
  for (const i of sharing.keys()) expect((await ask(i)).status).toBe(429);
  expect(sharing).toHaveLength(10);
});

it('an account has one bucket for all operations, and headers show the bucket with the smallest remainder', async () => {
  const limited = await openSetup({ openBucket: openMemoryBucket, settings: { requestsPerMinute: PER_ACCOUNT } });
  const { me, other, send } = limited;
  const every = operations();
  for (let i = 1; i <= PER_ACCOUNT; i += 1) {
    const { name, operation } = every[i % every.length] ?? { name: 'getBalance', operation: { perMinute: undefined } };
    const reply = await send(requestFor(name, me, { query: { colour: 'red' } }));
    expect(reply.status).toBe(422);
    const left = PER_ACCOUNT - i;
    const own = operation.perMinute === undefined ? left : operation.perMinute - 1;
    expect(Number(reply.headers['x-ratelimit-remaining'])).toBe(Math.min(left, own));
  }
  for (const { name } of every) {
    const reply = await send(requestFor(name, me));
    expect(reply, name).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  const nowhere = await send({ url: '/v1/nowhere', headers: { authorization: `Bearer ${me.token}` } });
  expect(nowhere.status).toBe(429);
  expect((await send(requestFor('getBalance', other))).status).toBe(200);
  await limited.lab.close();
});

it('an address has a bucket, which is checked before the token', async () => {
  const limited = await openSetup({ openBucket: openMemoryBucket, requestsPerAddress: PER_ADDRESS });
  const { me, send } = limited;
  for (let left = PER_ADDRESS - 1; left >= 0; left -= 1) {
    const reply = await send(requestFor('getBalance', me, { token: `guess-${left}` }));
    expect(reply).toMatchObject({ status: 401, headers: { 'x-ratelimit-remaining': String(left) } });
  }
  for (const { name } of operations()) expect((await send(requestFor(name, me))).status).toBe(429);
  expect((await send({ url: '/v1/nowhere' })).status).toBe(429);
  const elsewhere = await send({ ...requestFor('getBalance', me), remoteAddress: '127.0.0.2' });
  expect(elsewhere.status).toBe(200);
  await limited.lab.close();
});

it('refused requests count too: a write with a read token, an unknown path, an unknown method', async () => {
  const limited = await openSetup({ openBucket: openMemoryBucket, settings: { requestsPerMinute: 5 } });
  const { me, send, lab } = limited;
  const reader = await createToken(lab.db, { accountId: me.accountId, userId: me.userId, name: 'reads', abilities: ['read'] });
  const headers = { authorization: `Bearer ${reader.token}` };
  const left = async (request: InjectOptions) => {
    const { status, headers: given } = await send(request);
    return [status, given['x-ratelimit-limit'], given['x-ratelimit-remaining']];
  };
  expect(await left(requestFor('deployServer', me, { token: reader.token }))).toEqual([401, '5', '4']);
  expect(await left({ url: '/v1/nowhere', headers })).toEqual([404, '5', '3']);
  expect(await left({ method: 'PUT', url: '/v1/servers', headers })).toEqual([405, '5', '2']);
  expect(await left(requestFor('restartServer', me, { token: reader.token }))).toEqual([401, '5', '1']);
  expect(await left(requestFor('getBalance', me))).toEqual([200, '5', '0']);
  expect(await left(requestFor('restartServer', me, { token: reader.token }))).toEqual([429, '5', '0']);
  await lab.close();
});

it("a token without the ability for a sensitive operation uses none of that operation's bucket", async () => {
  const { me, send, lab } = await openSetup({ openBucket: openMemoryBucket });
  const reader = await createToken(lab.db, { accountId: me.accountId, userId: me.userId, name: 'reads', abilities: ['read'] });
  const { perMinute = 0 } = operationOf('deployServer');
  for (let i = 0; i < perMinute + 1; i += 1) {
    expect((await send(requestFor('deployServer', me, { token: reader.token }))).status).toBe(401);
  }
  const reply = await send(requestFor('deployServer', me, { query: { colour: 'red' } }));
  expect(reply).toMatchObject({ status: 422, headers: { 'x-ratelimit-remaining': String(perMinute - 1) } });
  await lab.close();
});

describe('sessions', () => {
  const PER_USER = 6;
  const PER_ACCOUNT_OF_SESSIONS = 9;

  it('count by user and by account, separately from tokens, and the headers show the stricter of both', async () => {
    const limited = await openSetup({
      openBucket: openMemoryBucket,
      settings: { requestsPerMinute: 4, sessionRequestsPerMinute: { user: PER_USER, account: PER_ACCOUNT_OF_SESSIONS } },
    });
    const { db } = limited.lab;
    const { me, send } = limited;
    const colleague = { ...me, ...(await userOfMember(db, await givenMember(db, { accountId: me.accountId, role: 'admin' }))) };
    const [mine, alsoMine, theirs] = [
      await givenSession(db, me),
      await givenSession(db, me),
      await givenSession(db, colleague),
    ].map(({ headers }) => headers);
    const ask = (headers: Record<string, string> = {}) => send({ url: '/v1/balance', headers });
    const seen = async (headers?: Record<string, string>) => {
      const reply = await ask(headers);
      return [reply.status, Number(reply.headers['x-ratelimit-limit']), Number(reply.headers['x-ratelimit-remaining'])];
    };
    // Each request counts in two buckets: of the user and of the account.
    expect(await seen(mine)).toEqual([200, PER_USER, 5]);
    expect(await seen(alsoMine)).toEqual([200, PER_USER, 4]);
    expect(await seen(theirs)).toEqual([200, PER_USER, 5]);
    for (let left = 3; left >= 0; left -= 1) expect(await seen(mine)).toEqual([200, PER_USER, left]);
    const refused = await ask(alsoMine);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // Refusals of one user count only for that user, so the account still has two.
    expect(await seen(theirs)).toEqual([200, PER_ACCOUNT_OF_SESSIONS, 1]);
    expect(await seen(theirs)).toEqual([200, PER_ACCOUNT_OF_SESSIONS, 0]);
    expect(await seen(theirs)).toEqual([429, PER_ACCOUNT_OF_SESSIONS, 0]);
    expect(await seen({ authorization: `Bearer ${me.token}` })).toEqual([200, 4, 3]);
    await limited.lab.close();
  });
});
