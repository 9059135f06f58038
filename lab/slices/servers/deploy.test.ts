import type { Server } from '@innkeeper/contract/schemas/server';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { givenAccount, givenNode, givenSshKey } from '../../given.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { balance, deploy } from '../given-deploy.ts';

let chain: Chain;
let failing: string | undefined;
beforeAll(async () => {
  chain = await openChain({
    simulated: {
      fail: async (act, machineId) => {
        if (act !== failing) return;
        const server = await chain.db
          .selectFrom('servers')
          .select('hostname')
          .where('id', '=', Number(machineId.slice(4)))
          .executeTakeFirst();
        if (server?.hostname.startsWith('doomed')) throw new Error('no such luck');
      },
    },
  });
  await givenNode(chain.db);
});
afterAll(async () => {
  await expectBooksClean(chain.db);
  await chain.close();
});

test("a paid deploy is built, and charged once with the VAT of the customer's country", async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n, country: 'AT' });
  const answer = await deploy(chain, owner);
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ hostname: 'web-1', status: 'processing', locked: 'true', lock_reason: 'deploy' });
  expect(answer.body.ip_addresses).toHaveLength(1);

  const server = await chain.serverWhen(answer.body.id, owner.token, (one) => one.status === 'active');
  expect(server).toMatchObject({ locked: null, lock_reason: null, locked_at: null, state: ['running'], renew_amount: '3.99' });
  expect(new Date(server.expiry_at).getTime()).toBeGreaterThan(Date.now() + 27 * 86_400_000);
  // The price is 3.99 plus 20 % VAT.
  expect(await balance(chain, owner)).toBe(95.21);
  const order = await chain.call('getOrder', { params: { id: Number(answer.headers['x-order-id']) } }, { token: owner.token });
  expect(order.body).toMatchObject({
    status: 'paid',
    amount: 3.99,
    amount_with_vat: 4.79,
    amount_from_balance: 4.79,
    type: 'new-service',
  });
  expect(order.body.services).toMatchObject([{ service_type: 'server', service_id: server.id, label: 'web-1' }]);
  expect(order.body.services[0].period_to * 1000).toBe(new Date(server.expiry_at).setMilliseconds(0));
});

test('the machine gets the key, name and address that the API shows', async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const { body } = await deploy(chain, owner, { name: 'box.example.org' });
  const server = await chain.serverWhen(body.id, owner.token, (one) => one.status === 'active');
  const [report] = (await chain.compute.list()).filter((machine) => machine.machineId === `srv-${server.id}`);
  expect(report?.power).toBe('running');
  expect(await chain.engine.network.list()).toContain(`srv-${server.id}`);
});

test('each server gets an IPv6 prefix from a pool, and no order is refused if the pool is exhausted', async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  await chain.db.transaction().execute((trx) => addPool(trx, { name: 'six', cidr: '2001:db8::/63' }));
  const { status, body } = await deploy(chain, owner, { name: ['a', 'b', 'c'] });
  expect(status).toBe(201);
  const families = body.data.map(({ ip_addresses: all }: Server) => all.map(({ version, main }) => [version, main]));
  const [both, four] = [
    [
      [4, true],
      [6, true],
    ],
    [[4, true]],
  ];
  expect(families).toEqual([both, both, four]);
  const prefixes = body.data.flatMap(({ ip_addresses: all }: Server) => all.slice(1));
  expect(prefixes).toMatchObject([
    { ip_address: '2001:db8::1', prefix: 64, gateway: 'fe80::1' },
    { ip_address: '2001:db8:0:1::1' },
  ]);
  const [first] = body.data;
  await chain.serverWhen(first.id, owner.token, (one) => one.status === 'active');
  const { nic } = await readSimulated(chain.home, machineIdOf(first.id)).then(({ spec }) => spec);
  expect(nic.addresses).toMatchObject([{ version: 4 }, { address: '2001:db8::1', prefix: 64, gateway: 'fe80::1' }]);
  await chain.db.updateTable('ip_pools').set({ draining: true }).where('name', '=', 'six').execute();
});

test('without enough money the order waits with its reservations until it is paid', async () => {
  const owner = await givenAccount(chain.db);
  const answer = await deploy(chain, owner);
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ status: 'awaiting_payment', locked: null });
  expect(answer.body.ip_addresses).toHaveLength(1);
  expect(await chain.db.selectFrom('workflows').select('id').where('account_id', '=', owner.accountId).execute()).toEqual([]);
});

test('several names order several servers in one request', async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const answer = await deploy(chain, owner, { name: ['a-1', 'a-2', 'a-3'] });
  expect(answer.body.data.map((server: { hostname: string }) => server.hostname)).toEqual(['a-1', 'a-2', 'a-3']);
  for (const { id } of answer.body.data) await chain.serverWhen(id, owner.token, (one) => one.status === 'active');
  expect(await balance(chain, owner)).toBe(100 - 3 * 4.79);
});

test('if not all of several servers can be placed, none is ordered', async () => {
  const owner = await givenAccount(chain.db, { funds: 1_000_000n });
  const before = await chain.db.selectFrom('servers').select('id').execute();
  await chain.db
    .updateTable('nodes')
    .set({ memory_mb_total: (eb) => eb('memory_mb_used', '+', 200 * 1024) })
    .execute();
  const answer = await deploy(chain, owner, { name: Array.from({ length: 20 }, (_, i) => `big-${i}`), plan: 'dedicated-large' });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ code: 'no_capacity' });
  expect(answer.body.message).toMatch(
    /not enough capacity for 20 of these servers: memory \(needed .* GB, free 200 GB\)\. Order at most \d+/,
  );
  expect(await chain.db.selectFrom('servers').select('id').execute()).toEqual(before);
  expect(await balance(chain, owner)).toBe(10_000);
});

test('a failed deploy releases everything, refunds the money and reports the reason', async () => {
  failing = 'create';
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const { body, headers } = await deploy(chain, owner, { name: ['doomed-1', 'fine-1'] });
  const [doomed, fine] = body.data;
  const ended = await chain.serverWhen(doomed.id, owner.token, (one) => one.status === 'terminated');
  await chain.serverWhen(fine.id, owner.token, (one) => one.status === 'active');
  failing = undefined;
  expect(ended).toMatchObject({ locked: null, ip_addresses: [], state: [] });
  expect(ended.status_reason).toContain('could not be built');
  expect(await balance(chain, owner)).toBe(100 - 4.79);
  const order = await chain.call('getOrder', { params: { id: Number(headers['x-order-id']) } }, { token: owner.token });
  // The other server was delivered, so the order stays paid.
  expect(order.body).toMatchObject({ status: 'paid' });
  expect(order.body.status_reason).toContain('could not be built');
  const { body: transactions } = await chain.call('listBalanceTransactions', {}, { token: owner.token });
  expect(transactions.data.map((one: { amount_with_vat: number }) => one.amount_with_vat)).toEqual([4.79, -9.58, 100]);
  const alerts = await chain.db.selectFrom('operator_alerts').selectAll().where('resource_id', '=', doomed.id).execute();
  expect(alerts).toHaveLength(1);
  await chain.worker.idle({ horizonMs: 60_000 });
  await assertInvariants(chain);
});

test.each([
  ['plan', { plan: 'no-such-plan' }],
  ['image_id', { image_id: 999_999 }],
  ['promo_code', { promo_code: 'XMAS' }],
  ['snapshot_id', { image_id: undefined, snapshot_id: 4711 }],
  ['backup_id', { image_id: undefined, backup_id: 4711 }],
  ['primary_iso_id', { image_id: undefined, primary_iso_id: 4711 }],
  ['cpanel', { cpanel: 'cpanel-none' }],
  ['extra_ipv4', { extra_ipv4: 17 }],
  ['ssh_keys.0', { ssh_keys: [999_999] }],
  ['ssh_keys', { ssh_keys: [] }],
  ['name.1', { name: ['ok', 'not ok'] }],
  ['billing_cycle', { billing_cycle: 25 }],
])('refuses a deploy with a wrong %s at that field, and reserves nothing', async (field, request) => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const answer = await deploy(chain, owner, request);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toContain(field);
  expect(await balance(chain, owner)).toBe(100);
});

test('a refused deploy lists all wrong fields, including references that do not exist', async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const wrong = {
    ...{ plan: 'none', promo_code: 'XMAS', cpanel: 'cpanel-none', secondary_iso_id: 4711, image_id: 999_999 },
    ssh_keys: [999_998, 999_999],
  };
  const fieldsOf = async (request: object) => {
    const { status, body } = await deploy(chain, owner, { ...request });
    expect(status).toBe(422);
    return Object.keys(body.errors).sort();
  };
  const common = ['cpanel', 'plan', 'promo_code', 'secondary_iso_id', 'ssh_keys.0', 'ssh_keys.1'];
  expect(await fieldsOf(wrong)).toEqual([...common, 'image_id'].sort());
  expect(await fieldsOf({ ...wrong, image_id: undefined, backup_id: 4711 })).toEqual(['backup_id', ...common]);
  const ignored = { password: 'correct horse battery', startup_script: '#!/bin/sh' };
  const given = ['cpanel', 'password', 'plan', 'primary_iso_id', 'promo_code', 'secondary_iso_id', 'ssh_keys'];
  expect(await fieldsOf({ ...wrong, image_id: undefined, primary_iso_id: 4711, ...ignored })).toEqual(
    [...given, 'ssh_keys.0', 'ssh_keys.1', 'startup_script'].sort(),
  );
  expect(await balance(chain, owner)).toBe(100);
  // A key of another account is reported before all other errors.
  const other = await givenSshKey(chain.db, { accountId: (await givenAccount(chain.db)).accountId });
  const foreign = await deploy(chain, owner, { ...wrong, ssh_keys: [999_999, other.id] });
  expect(foreign).toMatchObject({ status: 403, body: { code: 'not_yours' } });
});

test("refuses a deploy with another account's SSH key", async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const other = await givenAccount(chain.db);
  const key = await givenSshKey(chain.db, { accountId: other.accountId });
  expect((await deploy(chain, owner, { ssh_keys: [key.id] })).status).toBe(403);
});

test('stores only a hash of a password', async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const { body } = await deploy(chain, owner, { ssh_keys: [], password: 'correct horse battery' });
  const row = await chain.db.selectFrom('servers').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
  expect(row.root_password_hash).toMatch(/^\$6\$/);
  const dump = JSON.stringify(
    [
      row,
      ...(await chain.db.selectFrom('workflows').selectAll().execute()),
      ...(await chain.db.selectFrom('audit_log').selectAll().execute()),
    ],
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  );
  expect(dump).not.toContain('correct horse');
});

test('the same Idempotency-Key deploys once', async () => {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  const key = { 'Idempotency-Key': 'order-of-today' };
  const request = { name: 'once', ssh_keys: [(await givenSshKey(chain.db, { accountId: owner.accountId })).id] };
  const first = await deploy(chain, owner, request, key);
  const second = await deploy(chain, owner, request, key);
  expect(second.body).toEqual(first.body);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(second.headers['x-order-id']).toBe(first.headers['x-order-id']);
  expect(await chain.db.selectFrom('servers').select('id').where('account_id', '=', owner.accountId).execute()).toHaveLength(1);
});
