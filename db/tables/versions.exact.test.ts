/** Servers read under the same versions are equal, after a change of any column of any row, and after inserts and deletes. */
import { changeColumns } from '@innkeeper/lab/change-columns';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer, givenSshKey } from '@innkeeper/lab/given';
import { givenExtraAddress } from '@innkeeper/lab/given-addresses';
import { givenAddon } from '@innkeeper/lab/given-copies';
import { givenFloatingIp } from '@innkeeper/lab/given-floating-ips';
import { givenTaxJson } from '@innkeeper/lab/given-tax';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPool } from '../seed/add-pool.ts';
import { loadShownServers } from './servers.ts';
import { readVersions } from './versions.ts';

let lab: TestDatabase;
let account: number;
let key: number;
/** The first server has everything that a server can have. The second shares its SSH key. */
let ids: [number, number, number];
let addon: number;
let floating: number;

const run = (text: string) => sql.raw(text).execute(lab.db);

beforeAll(async () => {
  lab = await openTestDatabase();
  await lab.db
    .transaction()
    .execute((trx) => addPool(trx, { name: 'f', cidr: '10.99.0.0/24', gateway: '10.99.0.1', uses: 'floating' }));
  await run("insert into workflows (kind, account_id, input) values ('t', null, '{}')");
});
beforeEach(async () => {
  ({ accountId: account } = await givenAccount(lab.db, { funds: 10_000n }));
  ({ id: key } = await givenSshKey(lab.db, { accountId: account }));
  const server = (more = {}) => givenServer(lab.db, { accountId: account, ...more });
  ids = [await server({ sshKeyIds: [key] }), await server({ sshKeyIds: [key] }), await server()];
  const [serverId] = ids;
  addon = await givenAddon(lab.db, { serverId, key: 'backups' });
  await givenExtraAddress(lab.db, { serverId });
  floating = await givenFloatingIp(lab.db, { accountId: account, serverId });
  for (const id of [serverId, addon, floating]) await run(`insert into cancel_requests (service_id, now) values (${id}, false)`);
  await run(nameOf(serverId));
  await run(lockOf('server', serverId));
  await run(lockOf('floating_ip', floating));
  await run(renewalOf(serverId));
  await sameAsRead();
});
afterAll(() => lab.close());

const nameOf = (server: number) =>
  `insert into ptr_names (address, pool_id, ip_address_id, name)
   select address, pool_id, id, 'a.example' from ip_addresses where server_id = ${server} and main`;
const lockOf = (kind: string, id: number) =>
  `insert into locks (kind, resource_id, workflow_id, reason, deadline_at)
   select '${kind}', ${id}, min(id), 'restart', now() from workflows`;
const renewalOf = (server: number, type = 'renew-service') => `
  with o as (
    insert into orders (account_id, type, status, tax, net, vat, gross, payment_method)
    values (${account}, '${type}', 'awaiting_payment', '${givenTaxJson(0)}', 0, 0, 0, 'balance') returning id)
  insert into order_lines (order_id, position, label, service_type, service_id, billing_cycle, list_net, net, vat, gross, explanation)
  select id, 0, 'a', 'server', ${server}, 2, 0, 0, 0, 0, '{}' from o`;

const textOf = (value: unknown) => JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part));
/** Servers as they were first read under these versions. */
const first = new Map<string, string>();
/** Asserts that servers equal those that were first read under the present versions, and returns them as text. */
async function sameAsRead(): Promise<string> {
  const { catalogue, accounts } = await readVersions(lab.pool, [account]);
  const read = textOf(await loadShownServers(lab.db, ids));
  const versions = `${catalogue} ${account} ${accounts.get(account)}`;
  expect(read).toBe(first.get(versions) ?? read);
  first.set(versions, read);
  return read;
}

const SERVICES = () => `(select id from services where account_id = ${account})`;
const ADDRESSES = () => `(select id from ip_addresses where account_id = ${account})`;
const RENEWALS = () => `(select id from orders where account_id = ${account} and type = 'renew-service')`;
/** Rows of the account or the catalogue, and the columns whose changes must be visible in a server. */
const TABLES: Record<string, { where: () => string; seen: string }> = {
  services: {
    where: () => `id in ${SERVICES()}`,
    seen: 'activated_at auto_renew billing_cycle created_at ended_at expiry_at promo_code quantity renew_price status suspended_at',
  },
  server_details: {
    where: () => `id in ${SERVICES()}`,
    seen: 'disk_gb hostname image_id network_speed_mbps network_suspended plan_id power rescue startup_script startup_script_at startup_script_kind status_reason',
  },
  addon_details: { where: () => `id in ${SERVICES()}`, seen: 'next_backup_at' },
  floating_ip_details: { where: () => `id in ${SERVICES()}`, seen: '' },
  cancel_requests: { where: () => `service_id in ${SERVICES()}`, seen: 'created_at now reason' },
  locks: { where: () => `resource_id in ${SERVICES()}`, seen: 'locked_at reason' },
  ip_addresses: { where: () => `id in ${ADDRESSES()}`, seen: 'assigned_at gateway main prefix server_id' },
  ptr_names: { where: () => `ip_address_id in ${ADDRESSES()}`, seen: 'ip_address_id name' },
  ssh_keys: { where: () => `account_id = ${account}`, seen: 'fingerprint name public_key' },
  server_ssh_keys: { where: () => `ssh_key_id = ${key}`, seen: 'hostname' },
  orders: { where: () => `id in ${RENEWALS()}`, seen: 'status type' },
  order_lines: { where: () => `order_id in ${RENEWALS()}`, seen: 'billing_cycle service_id' },
  plans: { where: () => `key in ('nano', 'micro')`, seen: 'disk_gb memory_mb name price' },
  images: { where: () => `key = 'tiny'`, seen: 'eol name position' },
  image_groups: { where: () => `key = 'tiny'`, seen: 'icon name' },
  addon_products: { where: () => `key = 'backups'`, seen: 'price' },
  floating_ip_plans: { where: () => `key = 'floating-ipv4'`, seen: 'disabled_at name price' },
};

test.each(Object.entries(TABLES))(
  'after a change of a row of %s',
  async (table, { where, seen }) => {
    const notified = await changeColumns(lab.db, table, where(), sameAsRead);
    expect(notified).toEqual(expect.arrayContaining(seen.split(' ').filter(Boolean)));
  },
  60_000,
);

test.each<[string, () => string]>([
  ['a request that an addon shall end', () => `delete from cancel_requests where service_id = ${addon}`],
  ['a request that a server shall end', () => `delete from cancel_requests where service_id = ${ids[0]}`],
  ['a request that a floating IP shall end', () => `delete from cancel_requests where service_id = ${floating}`],
  ['the lock of a server', () => `delete from locks where kind = 'server' and resource_id = ${ids[0]}`],
  ['the lock of a floating IP', () => `delete from locks where kind = 'floating_ip' and resource_id = ${floating}`],
  ['a new lock', () => lockOf('server', ids[1])],
  ['a new name', () => nameOf(ids[1])],
  ['a name', () => `delete from ptr_names where ip_address_id in ${ADDRESSES()}`],
  [
    'an address, to another server',
    () => `update ip_addresses set server_id = ${ids[1]} where server_id = ${ids[0]} and not main and floating_ip_id is null`,
  ],
  [
    'an address',
    () => `update ip_addresses set server_id = null, main = false, account_id = null, floating_ip_id = null, addon_id = null
    where server_id = ${ids[0]} and not main and floating_ip_id is null`,
  ],
  ['a floating IP, to another server', () => `update ip_addresses set server_id = ${ids[1]} where floating_ip_id = ${floating}`],
  ['an addon', () => `update services set status = 'terminated' where id = ${addon}`],
  ['a link to a key', () => `delete from server_ssh_keys where server_id = ${ids[0]}`],
  ['a new link to a key', () => `insert into server_ssh_keys (server_id, ssh_key_id) values (${ids[2]}, ${key})`],
  ['a key', () => `delete from ssh_keys where id = ${key}`],
  ['the name of another server with the key', () => `update server_details set hostname = 'x.example' where id = ${ids[1]}`],
  [
    'another server with the key',
    () => `update server_details set holds_capacity = false where id = ${ids[1]};
    update services set status = 'terminated' where id = ${ids[1]}`,
  ],
  ['a new renewal', () => renewalOf(ids[1])],
  ['a new order of several kinds', () => renewalOf(ids[1], 'combined')],
  ['a renewal that is paid', () => `update orders set status = 'paid' where id in ${RENEWALS()}`],
  ['the line of a renewal', () => `delete from order_lines where order_id in ${RENEWALS()}`],
  ['a renewal', () => `delete from orders where id in ${RENEWALS()}`],
  [
    'a product',
    () =>
      "delete from plan_addons where addon_product_id in (select id from addon_products where key = 'backups'); delete from addon_products where key = 'backups'",
  ],
])('after %s was inserted or deleted', async (_what, act) => {
  const before = await sameAsRead();
  await run(act());
  expect(await sameAsRead()).not.toBe(before);
});
