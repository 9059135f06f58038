import { gunzipSync } from 'node:zlib';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { insertAttack } from '@innkeeper/db/tables/attacks';
import { lastEventId } from '@innkeeper/db/tables/events';
import { updateServer } from '@innkeeper/db/tables/servers';
import { createToken } from '@innkeeper/db/tables/tokens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab, requestOf } from '../../app.ts';
import { type EventReader, readEvents } from '../../event-reader.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenExtraAddress } from '../../given-addresses.ts';

let lab: Lab;
let url: string;
const readers: EventReader[] = [];
beforeAll(async () => {
  lab = await openLab();
  url = `${await lab.app.listen({ port: 0, host: '127.0.0.1' })}/v1/events`;
  await givenNode(lab.db);
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await lab.close();
});

const list = (owner: GivenAccount, query = {}) => lab.call('listServerSummaries', { query }, { token: owner.token });
const idsOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id);
/** Lists the account's past events of a kind. */
const eventsOf = async ({ token, accountId }: GivenAccount, type: string) => {
  const reader = await readEvents(`${url}?cursor=0`, { token, cursor: undefined });
  readers.push(reader);
  const last = Number(await lastEventId(lab.db, accountId));
  const received = await reader.until((event) => event.id === last);
  return received.filter((event) => event.type === type);
};
const addressOf = (server: number) =>
  lab.db.selectFrom('ip_addresses').selectAll().where('server_id', '=', server).executeTakeFirstOrThrow();

test('a summary shows the same as the server, and its events carry the same', async () => {
  const owner = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: owner.accountId, hostname: 'web-1', status_reason: 'It crashed.' });
  await updateServer(lab.db, server, { power: 'crashed' });
  const change = { params: { id: server }, body: { now: false, reason: 'Enough.' } };
  expect((await lab.call('cancelServer', change, { token: owner.token })).status).toBe(204);
  const { status, body } = await list(owner);
  expect(status).toBe(200);
  const whole = (await lab.call('getServer', { params: { id: server } }, { token: owner.token })).body;
  const summary = {
    id: server,
    hostname: 'web-1',
    status: 'active',
    status_reason: 'It crashed.',
    power: 'crashed',
    state: ['stopped'],
    lock_reason: null,
    plan: 'nano',
    image: 'Tiny Linux',
    main_ip: whole.ip_addresses[0].ip_address,
    billing_cycle: 1,
    renew_amount: '3.99',
    auto_renew: whole.auto_renew,
    cancelled: true,
    created_at: whole.created_at,
    expiry_at: whole.expiry_at,
    under_attack: false,
    attack_filtered: null,
  };
  expect(body).toEqual({ data: [summary], next_after: null, event_id: Number(await lastEventId(lab.db, owner.accountId)) });
  expect(whole).toMatchObject({ power: 'crashed', state: ['stopped'], renew_amount: '3.99' });
  expect(Object.keys(whole).slice(-2)).toEqual(['ended_at', 'power']);
  const { id: _id, under_attack: _attack, attack_filtered: _filtered, ...told } = summary;
  expect((await eventsOf(owner, 'server')).at(-1)).toMatchObject({ resource_id: server, data: told });
});

test('the main address is the IPv4 one, or null for a server without one', async () => {
  const owner = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: owner.accountId });
  const without = await givenServer(lab.db, { accountId: owner.accountId, address: false });
  const { address } = await addressOf(server);
  const { body } = await list(owner);
  expect(body.data).toMatchObject([
    { id: server, main_ip: address },
    { id: without, main_ip: null },
  ]);
});

test('paging by `after` returns the whole index, even if entries disappear in between', async () => {
  const owner = await givenAccount(lab.db);
  const made: number[] = [];
  for (const status of ['active', 'suspended', 'processing', 'awaiting_payment', 'terminated'] as const)
    made.push(await givenServer(lab.db, { accountId: owner.accountId, status, ...(status !== 'active' && { power: 'absent' }) }));
  const [active, suspended, processing, unpaid, terminated] = made;
  const first = (await list(owner, { limit: 2 })).body;
  expect([idsOf(first), first.next_after]).toEqual([[active, suspended], suspended]);
  await lab.db.transaction().execute(async (trx) => {
    await updateServer(trx, Number(active), { holds_capacity: false, power: 'absent' });
    await trx.updateTable('services').set({ status: 'terminated' }).where('id', '=', Number(active)).execute();
  });
  const second = (await list(owner, { limit: 2, after: first.next_after })).body;
  expect([idsOf(second), second.next_after]).toEqual([[processing, unpaid], null]);
  expect(second.event_id).toBe(first.event_id + 1);
  expect(idsOf((await list(owner, { 'filter[status]': 'terminated' })).body)).toEqual([active, terminated]);
  expect((await list(owner, { after: 2_147_483_647 })).body).toMatchObject({ data: [], next_after: null });
});

test('an account without events has event id 0, and nobody sees servers of others', async () => {
  const owner = await givenAccount(lab.db);
  await givenServer(lab.db, { accountId: owner.accountId });
  const other = await givenAccount(lab.db);
  expect((await list(other)).body).toEqual({ data: [], next_after: null, event_id: 0 });
});

test('an attack is shown on the server, and its event names the server', async () => {
  const owner = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: owner.accountId });
  const { id } = await addressOf(server);
  const attack = await insertAttack(lab.db, { account_id: owner.accountId, ip_address_id: id });
  expect((await list(owner)).body.data).toMatchObject([{ id: server, under_attack: true }]);
  expect(await eventsOf(owner, 'attack')).toMatchObject([{ resource_id: id, data: { ongoing: true, server_id: server } }]);
  await lab.db
    .updateTable('attacks')
    .set({ ended_at: new Date() })
    .where('id', '=', attack?.id ?? 0)
    .execute();
  expect((await list(owner)).body.data).toMatchObject([{ id: server, under_attack: false }]);
});

test.each([
  { attacked: ['own'], filtered: false },
  { attacked: ['protected'], filtered: true },
  { attacked: ['own', 'protected'], filtered: false },
  { attacked: [], filtered: null },
] as const)('an attack on $attacked is shown as filtered: $filtered', async ({ attacked, filtered }) => {
  const owner = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: owner.accountId });
  const pool = { name: 'guarded', cidr: '10.99.0.0/28', gateway: '10.99.0.1', ddos_protected: true };
  await lab.db.transaction().execute((trx) => addPool(trx, pool));
  const ids = {
    own: (await addressOf(server)).id,
    protected: (await givenExtraAddress(lab.db, { serverId: server, protected: true })).id,
  };
  for (const address of attacked) await insertAttack(lab.db, { account_id: owner.accountId, ip_address_id: ids[address] });
  expect((await list(owner)).body.data).toMatchObject([{ under_attack: attacked.length > 0, attack_filtered: filtered }]);
});

test('a token limited to certain servers cannot read the index', async () => {
  const owner = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: owner.accountId });
  const bound = await createToken(lab.db, { ...owner, name: 'bound', abilities: ['read'], servers: [server] });
  const { status, body } = await lab.call('listServerSummaries', {}, { token: bound.token });
  expect([status, body.code]).toEqual([403, 'out_of_scope']);
});

test.each([
  ['after', -1],
  ['after', 2_147_483_648],
  ['limit', 0],
  ['limit', 1_001],
  ['filter[status]', 'running'],
  ['page', 1],
])('refuses %s=%s with an error at its name', async (name, value) => {
  const owner = await givenAccount(lab.db);
  const { status, body } = await list(owner, { [name]: value });
  expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
});

test('clients that accept gzip get compressed replies, others get plain ones', async () => {
  const owner = await givenAccount(lab.db);
  for (let i = 0; i < 3; i += 1) await givenServer(lab.db, { accountId: owner.accountId });
  const send = (operation: 'listServers' | 'listServerSummaries') =>
    lab.app.inject(requestOf(operation, {}, { token: owner.token, headers: { 'accept-encoding': 'gzip, br' } }));
  const packed = await send('listServerSummaries');
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  const plain = await list(owner);
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.text);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.rawPayload.length).toBeLessThan(plain.text.length);
  expect((await send('listServers')).headers['content-encoding']).toBeUndefined();
});
