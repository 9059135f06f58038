import { createToken } from '@innkeeper/db/tables/tokens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer, givenSshKey } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { givenFloatingIp } from '../../given-floating-ips.ts';
import { givenUsage } from '../../given-usage.ts';

// Runs without a worker, because its watch would find no machines of these servers.
let lab: Lab;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openLab();
  await givenNode(lab.db);
  owner = await givenAccount(lab.db);
});
afterAll(() => lab.close());

const list = async (query = {}) => (await lab.call('listServers', { query }, { token: owner.token })).body;
const names = (page: { data: { hostname: string }[] }) => page.data.map((server) => server.hostname);

test('getServer shows plan, image, address and keys, with prices for the country of the account', async () => {
  const swede = await givenAccount(lab.db, { country: 'SE' });
  const key = await givenSshKey(lab.db, { accountId: swede.accountId, name: 'laptop' });
  const id = await givenServer(lab.db, { accountId: swede.accountId, hostname: 'fika', sshKeyIds: [key.id] });
  const { body } = await lab.call('getServer', { params: { id } }, { token: swede.token });
  expect(body).toMatchObject({
    id,
    hostname: 'fika',
    status: 'active',
    state: ['running'],
    locked: null,
    plan: { key: 'nano', vcpus: '1', memory: '1', disk: '10', price: '3.99', price_with_vat: '4.99' },
    server_image: { name: 'Tiny Linux', group: { key: 'tiny', type: 'os' } },
    ssh_keys: [{ id: key.id, name: 'laptop', servers: 'fika' }],
    renew_amount: '3.99',
    renew_amount_with_vat: '4.99',
  });
  expect(body.ip_addresses).toMatchObject([{ main: true, version: 4, type: 'public', prefix: 24 }]);
  expect(JSON.parse(body.settings)).toMatchObject({ renew_enabled: true });
});

test('a 404 for a server tells authorized callers if the id belongs to another service of the account', async () => {
  const me = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: me.accountId });
  const floating = await givenFloatingIp(lab.db, { accountId: me.accountId });
  const addon = await givenAddon(lab.db, { serverId: server, key: 'backups' });
  const get = (id: number, token: string) => lab.call('getServer', { params: { id } }, { token });
  const refusalOf = (id: number, noun: string) => ({
    status: 404,
    body: { code: 'not_found', message: `Server ${id} does not exist: ${id} is the id of ${noun} of this account.` },
  });
  expect(await get(floating, me.token)).toMatchObject(refusalOf(floating, 'a floating IP'));
  expect(await get(addon, me.token)).toMatchObject(refusalOf(addon, 'an addon of a server'));
  // A change reads the path in another way than a change that takes over the lock of the operation it ends.
  for (const change of ['restartServer', 'powerOffServer'] as const)
    expect(
      await lab.call(change, { params: change === 'restartServer' ? { server: floating } : { id: floating } }, me),
    ).toMatchObject(refusalOf(floating, 'a floating IP'));
  const bound = await createToken(lab.db, { ...me, name: 'bound', abilities: ['read'], servers: [server] });
  for (const token of [bound.token, owner.token]) {
    const { status, body } = await get(floating, token);
    expect([status, body.message]).toEqual([404, 'This resource does not exist.']);
  }
});

test('listServers filters by name, address and status, and sorts', async () => {
  await givenServer(lab.db, { accountId: owner.accountId, hostname: 'alpha', created_at: new Date('2026-01-01') });
  const beta = await givenServer(lab.db, { accountId: owner.accountId, hostname: 'beta', created_at: new Date('2026-02-01') });
  await givenServer(lab.db, { accountId: owner.accountId, hostname: 'gone', status: 'terminated', power: 'absent' });
  const mine = await lab.call('getServer', { params: { id: beta } }, { token: owner.token });
  const [{ ip_address: address }] = mine.body.ip_addresses;

  expect(names(await list()).sort()).toEqual(['alpha', 'beta']);
  expect(names(await list({ 'sort[created_at]': 'asc' }))).toEqual(['alpha', 'beta']);
  expect(names(await list({ 'sort[created_at]': 'desc' }))).toEqual(['beta', 'alpha']);
  expect(names(await list({ 'filter[search]': 'ALP' }))).toEqual(['alpha']);
  expect(names(await list({ 'filter[search]': address }))).toEqual(['beta']);
  expect(names(await list({ 'filter[search]': '%' }))).toEqual([]);
  expect(names(await list({ 'filter[ip]': address }))).toEqual(['beta']);
  expect(names(await list({ 'filter[status]': 'terminated' }))).toEqual(['gone']);
});

test('getServerStatus shows the last state that the worker observed, and the SSH address', async () => {
  const id = await givenServer(lab.db, { accountId: owner.accountId, ssh_host: '10.77.0.9', ssh_port: 22 });
  const status = async () => (await lab.call('getServerStatus', { params: { id } }, { token: owner.token })).body;
  expect(await status()).toMatchObject({ running: true, cpu: { used: 0 }, ssh: { host: '10.77.0.9', port: 22, user: 'root' } });
  await givenUsage(lab.db, id, { cpu_percent: 12.5, disk_bytes: 2_000_000_000n, cycle_bytes: 3_000_000_000n });
  expect(await status()).toMatchObject({
    cpu: { used: 12.5, free: 87.5 },
    disk: { limit: 10 },
    bandwidth: { used: 3, limit: 1000 },
  });
  await lab.db.updateTable('server_details').set({ power: 'stopped' }).where('id', '=', id).execute();
  expect(await status()).toMatchObject({ running: false, cpu: { used: 0, free: 100 }, disk: { used: 1.86 } });
});
