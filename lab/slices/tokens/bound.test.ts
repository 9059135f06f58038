import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenCopy } from '../../given-copies.ts';

let lab: Lab;
let me: GivenAccount;
let mine: number;
let another: number;
let token: string;
beforeAll(async () => {
  lab = await openLab();
  me = await givenAccount(lab.db, { funds: 100_00n });
  mine = await givenServer(lab.db, { accountId: me.accountId, hostname: 'mine' });
  another = await givenServer(lab.db, { accountId: me.accountId, hostname: 'another' });
  const body = { name: 'bound', abilities: ['write'], server_ids: [mine] };
  const reply = await lab.call('createToken', { body }, me);
  expect(reply).toMatchObject({ status: 201, body: { server_ids: [mine] } });
  token = reply.body.token;
});
afterAll(() => lab.close());

const outOfScope = { status: 403, body: { code: 'out_of_scope' } };
const addressOf = async (server: number) =>
  (
    await lab.db
      .selectFrom('ip_addresses')
      .select('id')
      .where('server_id', '=', server)
      .where('version', '=', 4)
      .executeTakeFirstOrThrow()
  ).id;

test('a token for a server can read and change it and its resources', async () => {
  const as = { token };
  expect(await lab.call('getServer', { params: { id: mine } }, as)).toMatchObject({ status: 200, body: { hostname: 'mine' } });
  expect(await lab.call('listServerOperations', { params: { id: mine } }, as)).toMatchObject({ status: 200 });
  const id = await addressOf(mine);
  expect(await lab.call('updateIpAddress', { params: { id }, body: { ptr: 'mine.example.com' } }, as)).toMatchObject({
    status: 200,
  });
});

test('cannot access another server by any path', async () => {
  const as = { token };
  // The owner has just read the server, so the reply is cached.
  for (let i = 0; i < 3; i += 1) expect((await lab.call('getServer', { params: { id: another } }, me)).status).toBe(200);
  expect(await lab.call('getServer', { params: { id: another } }, as)).toMatchObject(outOfScope);
  expect(await lab.call('stopServer', { params: { id: another } }, as)).toMatchObject(outOfScope);
  expect(await lab.call('getServer', { params: { id: 999_999 } }, as)).toMatchObject({ status: 404 });
  const id = await addressOf(another);
  expect(await lab.call('updateIpAddress', { params: { id }, body: { ptr: 'x.example.com' } }, as)).toMatchObject(outOfScope);
  const { id: copy } = await givenCopy(lab.db, { serverId: another, kind: 'snapshot' });
  expect(await lab.call('deleteSnapshot', { params: { id: copy } }, as)).toMatchObject(outOfScope);
  expect(await lab.call('restoreServer', { params: { id: mine }, body: { snapshot_id: copy } }, as)).toMatchObject(outOfScope);
});

test('cannot access the account', async () => {
  const as = { token };
  for (const name of ['listServers', 'getBalance', 'listOrders', 'getUser', 'listTokens', 'listSnapshots'] as const)
    expect(await lab.call(name, {}, as), name).toMatchObject(outOfScope);
  const body = { name: 'wider', abilities: ['write'] };
  expect(await lab.call('createToken', { body }, as)).toMatchObject(outOfScope);
  for (const name of ['listPlans', 'listServerImages'] as const) expect((await lab.call(name, {}, as)).status, name).toBe(200);
});

test('is not served the stored reply of another token', async () => {
  const headers = { 'idempotency-key': 'stop' };
  const params = { id: another };
  expect((await lab.call('stopServer', { params }, { ...me, headers })).status).toBe(200);
  expect(await lab.call('stopServer', { params }, { token, headers })).toMatchObject({
    status: 422,
    body: { code: 'idempotency_mismatch' },
  });
});

test('gets access to another server instead when the token is changed', async () => {
  const { id } = (await lab.call('listTokens', {}, me)).body.data.find((one: { name: string }) => one.name === 'bound');
  expect((await lab.call('updateToken', { params: { id }, body: { server_ids: [another] } }, me)).status).toBe(200);
  const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000 });
  await soon(async () => expect(await lab.call('getServer', { params: { id: mine } }, { token })).toMatchObject(outOfScope));
  expect(await lab.call('getServer', { params: { id: another } }, { token })).toMatchObject({ status: 200 });
});
