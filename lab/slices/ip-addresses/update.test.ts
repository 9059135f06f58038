/** Tests the reverse DNS names that a customer sets, from the request to the DNS server. The release of an address removes its names. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { assignAddress, freeAddresses, freeAddressesOfAddons } from '@innkeeper/db/tables/ip-addresses';
import { openDns } from '@innkeeper/engine/dns/open';
import { pushNames } from '@innkeeper/jobs/names/push';
import { pointerOf, reverseZones } from '@innkeeper/model/net/reverse-names';
import { hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenExtraAddress } from '../../given-addresses.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenFloatingIp } from '../../given-floating-ips.ts';
import { type MovingClock, movingClock } from '../../torture/moving-clock.ts';

let lab: Lab;
let clock: MovingClock;
let owner: GivenAccount;
let server: number;
/** Address of each name in forward DNS. */
const leadsTo = new Map<string, string>();
beforeAll(async () => {
  clock = movingClock();
  lab = await openLab({
    clock,
    forwardNames: {
      findUnconfirmed: async (names) => new Set([...names].filter(([at, name]) => leadsTo.get(name) !== at).map(([at]) => at)),
    },
  });
  await givenNode(lab.db);
  await lab.db.transaction().execute((trx) => addPool(trx, { name: 'six', cidr: '2001:db8::/46' }));
  await lab.db
    .updateTable('dns_settings')
    .set({ driver: 'simulated', nameservers: ['ns1.example.net'] })
    .execute();
});
afterAll(async () => {
  await lab.close();
  await fs.rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  await lab.db.deleteFrom('ptr_names').execute();
  owner = await givenAccount(lab.db);
  server = await givenServer(lab.db, { accountId: owner.accountId });
});

/** Directory with the zones of the simulated DNS server. */
const directory = path.join(os.tmpdir(), `innkeeper-names-${process.pid}`);
const dns = openDns({ apiKey: null, directory });
const push = () => pushNames({ ...givenJobCx(lab.db, { clock }), dns });
const rename = (id: number, ptr: unknown, token = owner.token) =>
  lab.call('updateIpAddress', { params: { id }, body: { ptr } }, { token });
const addressOf = (version: 4 | 6, of = server) =>
  lab.db
    .selectFrom('ip_addresses')
    .selectAll()
    .where('server_id', '=', of)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
/** Returns the name that the DNS server has for an address. */
async function served(address: string): Promise<string | undefined> {
  const name = pointerOf(address);
  const pools = await lab.db.selectFrom('ip_pools').select('cidr').execute();
  for (const zone of pools.flatMap(({ cidr }) => reverseZones(cidr))) {
    const record = (await dns({ driver: 'simulated', url: null, server: 'localhost' }).records(zone.name))?.get(name);
    if (record !== undefined) return record;
  }
  return undefined;
}
const six = async () =>
  assignAddress(lab.db, {
    version: 6,
    accountId: owner.accountId,
    serverId: server,
    nodeId: await nodeOf(server),
    now: clock.now(),
  });
const nodeOf = async (id: number) =>
  (await lab.db.selectFrom('servers').select('node_id').where('id', '=', id).executeTakeFirstOrThrow()).node_id as number;
const rows = () => lab.db.selectFrom('ptr_names').selectAll().orderBy('address').execute();

test('updateIpAddress: shows the name everywhere at once, emits an event, and pushes it to the DNS server', async () => {
  const { id, address } = await addressOf(4);
  const get = async () =>
    (await lab.call('getServer', { params: { id: server } }, { token: owner.token })).body.ip_addresses[0].ptr;
  expect(await get()).toEqual([]);
  const answer = await rename(id, 'Web-1.example.com.');
  expect(answer).toMatchObject({ status: 200, body: { id, ip_address: address, ptr: [{ address, name: 'Web-1.example.com' }] } });
  expect(await get()).toEqual([{ address, name: 'Web-1.example.com' }]);
  expect(await served(address)).toBeUndefined();
  expect(await push()).toBe(1);
  expect(await served(address)).toBe('web-1.example.com');
  expect(await push()).toBe(0);
  const { rows: events } = await lab.pool.query(
    "select change from events where account_id = $1 and resource_kind = 'server' order by id",
    [owner.accountId],
  );
  expect(events.length).toBeGreaterThanOrEqual(2);
  expect(events.at(-1)).toEqual({ change: 'updated' });
  expect((await rename(id, null)).body.ptr).toEqual([]);
  expect(await get()).toEqual([]);
  await push();
  expect(await served(address)).toBeUndefined();
  const audit = lab.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'updateIpAddress')
    .where('resource_id', '=', id);
  expect((await audit.orderBy('id').execute()).map(({ details }) => details)).toEqual([
    { ptr: { [address]: 'Web-1.example.com' } },
    { ptr: { [address]: null } },
  ]);
});

test('an IPv6 network has up to 100 names, one per address; null removes all', async () => {
  const { id, address } = await six();
  const base = address.replace(/::1$/, '');
  expect((await rename(id, 'one.example.com')).body.errors).toEqual({ ptr: [expect.stringContaining('object that maps')] });
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`${base}::${(i + 1).toString(16)}`, `n${i}.example.com`]),
  );
  expect((await rename(id, many)).body.ptr).toHaveLength(100);
  expect((await rename(id, { [`${base}::ffff`]: 'one-too-many.example.com' })).body.errors).toEqual({
    ptr: ['A network can have at most 100 names. Remove some of them first.'],
  });
  const swapped = await rename(id, { [`${base}::0001`]: null, [`${base}::ffff`]: 'in-its-place.example.com' });
  expect(swapped.body.ptr).toHaveLength(100);
  expect(swapped.body.ptr.at(-1)).toEqual({ address: `${base}::ffff`, name: 'in-its-place.example.com' });
  await push();
  expect(await served(`${base}::ffff`)).toBe('in-its-place.example.com');
  expect((await rename(id, { '2001:db9::1': 'elsewhere.example.com' })).body.errors).toHaveProperty(['ptr.2001:db9::1']);
  expect((await rename(id, null)).body.ptr).toEqual([]);
  await push();
  expect(await rows()).toEqual([]);
  expect(await served(`${base}::ffff`)).toBeUndefined();
});

test('refuses invalid names, addresses of other accounts, and addresses of a locked server', async () => {
  const { id } = await addressOf(4);
  for (const ptr of ['under_score.example.com', 'münchen.example', 'a..b', 'localhost', { '192.0.2.1': 'a.example' }])
    expect((await rename(id, ptr)).status).toBe(422);
  const other = await givenAccount(lab.db);
  expect((await rename(id, 'a.example.com', other.token)).status).toBe(403);
  expect((await rename(2_000_000_000, 'a.example.com')).status).toBe(404);
  // `lab/cross-cutting/lock.test.ts` tests addresses of a locked server.
  const floating = await givenFloatingIp(lab.db, { accountId: owner.accountId });
  const held = lab.db.selectFrom('ip_addresses').select('id').where('floating_ip_id', '=', floating);
  const { id: addressId } = await held.executeTakeFirstOrThrow();
  const workflow = await lab.db
    .insertInto('workflows')
    .values({ kind: 't', account_id: null, input: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lock = { workflow_id: workflow.id, reason: 'floating-ip-attach', deadline_at: new Date(Date.now() + hours(1)) };
  await lab.db
    .insertInto('locks')
    .values({ kind: 'floating_ip', resource_id: floating, ...lock })
    .execute();
  expect(await rename(addressId, 'a.example.com')).toMatchObject({ status: 423, body: { lock_reason: 'floating-ip-attach' } });
  await lab.db.deleteFrom('locks').execute();
  expect((await rename(addressId, 'a.example.com')).status).toBe(200);
});

test('a new name has a dot, in every form of the request', async () => {
  const [{ id }, network] = [await addressOf(4), await six()];
  const sentence = 'Must be a full name with a dot, such as web-1.example.com.';
  for (const name of ['web-1', 'localhost.'])
    expect(await rename(id, name)).toMatchObject({ status: 422, body: { errors: { ptr: [sentence] } } });
  expect((await rename(network.id, { [network.address]: 'web-1' })).body.errors).toEqual({
    [`ptr.${network.address}`]: [sentence],
  });
  expect((await rename(id, 'web-1.example.')).body.ptr).toMatchObject([{ name: 'web-1.example' }]);
});

test('if configured, refuses a name that does not resolve to the address, with an error at its field', async () => {
  const { id, address } = await addressOf(4);
  const network = await six();
  await lab.db.updateTable('dns_settings').set({ forward_confirmed: true }).execute();
  expect((await rename(id, 'mine.example.com')).body.errors).toEqual({
    ptr: [`mine.example.com does not resolve to ${address}. Add an A record with this address first.`],
  });
  leadsTo.set('mine.example.com', address).set('six.example.com', network.address);
  expect((await rename(id, 'mine.example.com')).status).toBe(200);
  const second = network.address.replace(/::1$/, '::0002');
  const half = await rename(network.id, { [network.address]: 'six.example.com', [second]: 'mine.example.com' });
  expect(half.body.errors).toEqual({ [`ptr.${second}`]: [expect.stringContaining('AAAA')] });
  expect((await rename(network.id, { [network.address]: 'six.example.com' })).status).toBe(200);
  // The removal of a name requires no forward lookup.
  leadsTo.clear();
  expect((await rename(id, null)).status).toBe(200);
  await lab.db.updateTable('dns_settings').set({ forward_confirmed: false }).execute();
});

test('a released address loses its names, and its next holder starts with none', async () => {
  const [own, network, extra] = [await addressOf(4), await six(), await givenExtraAddress(lab.db, { serverId: server })];
  const inside = network.address.replace(/::1$/, '::abc');
  await rename(own.id, 'own.example.com');
  await rename(extra.id, 'extra.example.com');
  await push();
  // This name is never pushed, so the DNS server has nothing to remove.
  await rename(network.id, { [inside]: 'inside.example.com' });
  await freeAddressesOfAddons(lab.db, [extra.addon_id], clock.now());
  await freeAddresses(lab.db, server, clock.now());
  expect(await rows()).toMatchObject([{ name: null }, { name: null }]);
  const heir = await givenAccount(lab.db);
  const taken = {
    account_id: heir.accountId,
    server_id: await givenServer(lab.db, { accountId: heir.accountId, address: false }),
  };
  await lab.db
    .updateTable('ip_addresses')
    .set({ ...taken, assigned_at: clock.now(), main: true })
    .where('id', '=', own.id)
    .execute();
  const shown = (await lab.call('getServer', { params: { id: taken.server_id } }, { token: heir.token })).body.ip_addresses;
  expect(shown).toMatchObject([{ id: own.id, ptr: [] }]);
  await push();
  expect([await served(own.address), await served(extra.address), await served(inside)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await rows()).toEqual([]);
});

test('a floating IP that moves between servers keeps its names; deleting its row removes them', async () => {
  const { id, address } = await addressOf(4);
  await rename(id, 'floating.example.com');
  await push();
  await lab.db.updateTable('ip_addresses').set({ server_id: null, main: false }).where('id', '=', id).execute();
  expect(await rows()).toMatchObject([{ name: 'floating.example.com' }]);
  await lab.db.deleteFrom('ip_addresses').where('id', '=', id).execute();
  await push();
  expect(await served(address)).toBeUndefined();
});
