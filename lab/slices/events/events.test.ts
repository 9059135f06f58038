import { updateServer } from '@innkeeper/db/tables/servers';
import { createToken, revokeToken } from '@innkeeper/db/tables/tokens';
import { purgeEvents } from '@innkeeper/jobs/purge-events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type EventReader, readEvents } from '../../event-reader.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenSession } from '../../given-sessions.ts';
import { givenTicket } from '../../given-tickets.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let url: string;
const readers: EventReader[] = [];
beforeAll(async () => {
  chain = await openChain();
  url = `${await chain.app.listen({ port: 0, host: '127.0.0.1' })}/v1/events`;
  await givenNode(chain.db);
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await chain.close();
});

const follow = async ({ token }: { token: string }, cursor?: string, query = '') => {
  const reader = await readEvents(url + query, { token, cursor });
  readers.push(reader);
  return reader;
};
const given = async (): Promise<GivenAccount & { server: number; change: (power: 'running' | 'stopped') => Promise<void> }> => {
  const account = await givenAccount(chain.db);
  const server = await givenServer(chain.db, { accountId: account.accountId, status: 'awaiting_payment' });
  return { ...account, server, change: (power) => updateServer(chain.db, server, { power }) };
};

test("'streamEvents' reports a deploy from its order to the running server", async () => {
  const owner = await givenAccount(chain.db, { funds: 100_000n });
  const reader = await follow(owner);
  expect(reader.response.status).toBe(200);
  expect(reader.response.headers.get('content-type')).toBe('text/event-stream');
  const answer = await deploy(chain, owner);
  const { id } = answer.body;
  const received = await reader.until((event) => event.type === 'server' && event.data.status === 'active');
  const of = (type: string) => received.filter((event) => event.type === type);
  expect(of('order')).toMatchObject([
    { change: 'created', resource_id: Number(answer.headers['x-order-id']), data: { status: 'paid' } },
  ]);
  expect(of('server')[0]).toMatchObject({
    change: 'created',
    resource_id: id,
    data: { status: 'processing', state: ['locked'], lock_reason: 'deploy' },
  });
  expect(of('server').at(-1)).toMatchObject({ data: { state: ['running'], lock_reason: null } });
  const operations = of('operation').map((event) => (event.type === 'operation' ? event.data : undefined));
  const steps = operations.map((operation) => operation?.step);
  // Steps that take no time may share an event with the next step.
  const seen = [...new Set(steps)];
  expect(seen).toEqual(expect.arrayContaining([null, 'network', 'boot']));
  expect([null, 'network', 'disk', 'boot', 'wait'].filter((step) => seen.includes(step))).toEqual(seen);
  expect(steps.at(-1)).toBeNull();
  expect(operations[0]).toMatchObject({ kind: 'deploy', state: 'queued', step: null, resource: { type: 'server', id } });
  expect(operations.at(-1)).toMatchObject({ state: 'done', percent: 100 });
  expect(received.map((event) => event.id)).toEqual(received.map((_, i) => i + 1));
});

test('a stream resumes after an interruption, also before the first event', async () => {
  const owner = await given();
  const first = await follow(owner);
  const ready = first.next();
  await owner.change('stopped');
  const event = await ready;
  first.close();
  await owner.change('running');
  await owner.change('stopped');
  const second = await follow(owner, first.cursor);
  expect([await second.next(), await second.next()].map((one) => one?.id)).toEqual([2, 3].map((n) => (event?.id ?? 0) + n - 1));
  second.close();
  const unread = await follow(owner);
  void unread.next().catch(() => {});
  while (unread.cursor === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  unread.close();
  await owner.change('running');
  expect(await (await follow(owner, unread.cursor)).next()).toMatchObject({ type: 'server', data: { state: ['running'] } });
});

test('the header takes precedence over the query, and 0 means the beginning', async () => {
  const owner = await given();
  await owner.change('stopped');
  await owner.change('running');
  expect((await (await follow(owner, undefined, '?cursor=0')).next())?.id).toBe(1);
  expect((await (await follow(owner, '2', '?cursor=0')).next())?.id).toBe(3);
  const { status, body } = await chain.call('streamEvents', { query: { cursor: 'x' } }, { token: owner.token });
  expect(status).toBe(422);
  expect(body.errors).toHaveProperty('cursor');
});

test('no event is lost or sent twice despite overlapping transactions and repeated interruptions', async () => {
  const owner = await given();
  const writers = Array.from({ length: 8 }, async (_, i) => {
    for (let n = 0; n < 12; n += 1) {
      await chain.db.transaction().execute(async (trx) => {
        const id = await givenTicket(trx, { accountId: owner.accountId });
        // Some transactions commit long after others that began later.
        await sql`select pg_sleep(${((id * 7) % 11) / 200})`.execute(trx);
        if (i === 0) await updateServer(trx, owner.server, { power: n % 2 ? 'running' : 'stopped' });
      });
    }
  });
  const seen: { id: number; resource: string }[] = [];
  let cursor: string | undefined = '0';
  while (seen.filter((event) => event.resource.startsWith('ticket')).length < 8 * 12) {
    const reader = await follow(owner, cursor);
    for (let n = 0; n < 17; n += 1) {
      const event = await reader.next();
      if (event && event.type !== 'reset') seen.push({ id: event.id, resource: `${event.type} ${event.resource_id}` });
      if (seen.filter((one) => one.resource.startsWith('ticket')).length === 8 * 12) break;
    }
    cursor = reader.cursor;
    reader.close();
  }
  await Promise.all(writers);
  expect(seen.map((event) => event.id)).toEqual(seen.map((_, i) => i + 1));
  const tickets = seen.map((event) => event.resource).filter((resource) => resource.startsWith('ticket'));
  expect(new Set(tickets).size).toBe(8 * 12);
});

test('an expired or unknown cursor gets a reset; any other cursor gets the events after it', async () => {
  const owner = await given();
  for (let n = 0; n < 3; n += 1) await owner.change(n % 2 ? 'running' : 'stopped');
  const last = 4;
  await sql`update events set at = now() - interval '8 days' where account_id = ${owner.accountId} and id <= 3`.execute(chain.db);
  await purgeEvents(givenJobCx(chain.db));
  for (const cursor of ['2', '1000']) {
    const reader = await follow(owner, cursor);
    expect(await reader.next()).toMatchObject({ type: 'reset', id: last });
    reader.close();
  }
  const reader = await follow(owner, '3');
  expect(await reader.next()).toMatchObject({ type: 'server', id: last });
  reader.close();
  // The events are purged, but the client has missed none, so it gets no reset.
  await sql`update events set at = now() - interval '8 days' where account_id = ${owner.accountId}`.execute(chain.db);
  await purgeEvents(givenJobCx(chain.db));
  const quiet = await follow(owner, String(last));
  await owner.change('running');
  expect(await quiet.next()).toMatchObject({ type: 'server', id: last + 1 });
});

test('a stream has no events of other accounts', async () => {
  const owner = await given();
  const otherCustomer = await given();
  const reader = await follow(otherCustomer);
  const heard = reader.next();
  await owner.change('stopped');
  await otherCustomer.change('stopped');
  expect(await heard).toMatchObject({ resource_id: otherCustomer.server });
});

test('a revoked token ends its streams, and no others', async () => {
  const owner = await given();
  const other = await createToken(chain.db, {
    accountId: owner.accountId,
    userId: owner.userId,
    name: 'other',
    abilities: ['read'],
  });
  const [mine, its] = [await follow(owner), await follow(other)];
  const ended = its.next();
  await chain.db.transaction().execute((trx) => revokeToken(trx, other.id, new Date()));
  expect(await ended).toBeUndefined();
  const heard = mine.next();
  await owner.change('stopped');
  expect(await heard).toMatchObject({ type: 'server' });
});

test('switching the account of a session ends its streams of the previous account, also without a notification', async () => {
  const withoutNotices = { subscribe: async () => async () => {} };
  const unnotified = await openChain({ revocations: withoutNotices });
  const address = `${await unnotified.app.listen({ port: 0, host: '127.0.0.1' })}/v1/events`;
  const [one, other] = [await givenAccount(unnotified.db), await givenAccount(unnotified.db)];
  const { headers, id } = await givenSession(unnotified.db, one);
  await unnotified.db
    .insertInto('memberships')
    .values({ account_id: other.accountId, user_id: one.userId, role: 'read-only' })
    .execute();
  const [before, ofToken] = [await readEvents(address, { headers }), await readEvents(address, one)];
  const ended = before.next();
  const moved = await unnotified.call('updateSession', { body: { account_id: other.accountId } }, { headers });
  expect(moved).toMatchObject({ status: 200, body: { id, account_id: other.accountId } });
  const [cookie = ''] = String(moved.headers['set-cookie']).split(';');
  const after = await readEvents(address, { headers: { ...headers, cookie } });
  expect(await ended).toBeUndefined();
  // The changes come after the check that ended the stream.
  const [heard, told] = [after.next(), ofToken.next()];
  const ids = await Promise.all([other, one].map(({ accountId }) => givenServer(unnotified.db, { accountId })));
  expect([await heard, await told]).toMatchObject(ids.map((resource_id) => ({ resource_id })));
  for (const reader of [after, ofToken]) reader.close();
  await unnotified.close();
});

test('the tokens of an account may have ten concurrent streams', async () => {
  const owner = await given();
  const open = await Promise.all(Array.from({ length: 10 }, () => follow(owner)));
  expect(open.map((reader) => reader.response.status)).toEqual(Array(10).fill(200));
  const refused = await chain.call('streamEvents', {}, { token: owner.token });
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  open[0]?.close();
  await vi.waitFor(async () => expect((await follow(owner)).response.status).toBe(200), { timeout: 10_000 });
});

test('a session may have three streams and the sessions of an account sixty, in addition to ten of tokens', async () => {
  const owner = await given();
  const ofSession = async () => {
    const { headers } = await givenSession(chain.db, owner);
    return async () => {
      const reader = await readEvents(url, { headers });
      readers.push(reader);
      return reader;
    };
  };
  const first = await ofSession();
  const open = [await first(), await first(), await first()];
  expect((await first()).response.status).toBe(429);
  for (let n = 1; n < 20; n += 1) {
    const another = await ofSession();
    open.push(await another(), await another(), await another());
  }
  expect(open.map((reader) => reader.response.status)).toEqual(Array(60).fill(200));
  const beyond = await ofSession();
  expect((await beyond()).response.status).toBe(429);
  expect((await follow(owner)).response.status).toBe(200);
  open[0]?.close();
  await vi.waitFor(async () => expect((await beyond()).response.status).toBe(200), { timeout: 10_000 });
});

test('HEAD opens no stream', async () => {
  const owner = await given();
  for (let n = 0; n < 12; n += 1) {
    const head = await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${owner.token}` } });
    expect(head.status).toBe(200);
  }
  expect((await follow(owner)).response.status).toBe(200);
});

test('without notifications a stream still sends events and heartbeats, and ends cleanly at shutdown', async () => {
  const unsubscribed = await openChain({ changes: undefined, streamTimings: { pollMs: 30, heartbeatMs: 60 } });
  const address = await unsubscribed.app.listen({ port: 0, host: '127.0.0.1' });
  const owner = await givenAccount(unsubscribed.db);
  const reader = await readEvents(`${address}/v1/events`, owner);
  const heard = reader.next();
  while (reader.heartbeats < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  const server = await givenServer(unsubscribed.db, { accountId: owner.accountId });
  expect(await heard).toMatchObject({ type: 'server', resource_id: server });
  const end = reader.until(() => false).catch((error: unknown) => String(error));
  await unsubscribed.close();
  expect(await end).toContain('the stream ended');
});
