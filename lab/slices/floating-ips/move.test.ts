/** Tests that floating IPs are attached, detached and moved: the network, the servers and the permissions. */
import { addPool } from '@innkeeper/db/seed/add-pool';
import { takeLock } from '@innkeeper/db/tables/locks';
import { updateService } from '@innkeeper/db/tables/services';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { EngineError } from '@innkeeper/engine/error';
import { NicRecords } from '@innkeeper/engine/network/nics';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { moveWaitingFloatingIps } from '@innkeeper/jobs/move-floating-ips';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenFloatingIp } from '../../given-floating-ips.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let me: GivenAccount;
let a: number;
let b: number;
/** Makes the engine refuse to write a seed, once. */
let refusing = false;
/** Guests that were notified of their addresses, each with the extra addresses of its network card at that time. */
let announced: [machineId: string, card: string[]][] = [];
beforeAll(async () => {
  const fail = async (act: string, machineId: string) => {
    if (act === 'setAddresses') announced.push([machineId, await cardOf(machineId)]);
    if (!refusing || act !== 'reseed') return;
    refusing = false;
    throw new EngineError('guest', 'no such luck', { retryable: false });
  };
  chain = await openChain({ simulated: { fail } });
  await givenNode(chain.db);
});
afterAll(() => chain.close());
beforeEach(async () => {
  refusing = false;
  me = await givenAccount(chain.db, { funds: 1_000_000n });
  const { body } = await deploy(chain, me, { name: ['a', 'b'] });
  [a, b] = body.data.map(({ id }: { id: number }) => id) as [number, number];
  await settled();
});
afterEach(() => assertInvariants(chain));

type Call = Parameters<Chain['call']>;
const call = (operation: Call[0], input: Call[1] = {}) => chain.call(operation, input, { token: me.token });
const attach = (ids: number[], server_id: number) => call('attachFloatingIps', { body: { ids, server_id } });
const detach = (ids: number[]) => call('detachFloatingIps', { body: { ids } });
const listed = async (query = {}) => (await call('listFloatingIps', { query })).body.data;
const job = () => moveWaitingFloatingIps(givenJobCx(chain.db));

/** Waits until nothing is locked. */
async function settled(): Promise<void> {
  const locks = () => chain.db.selectFrom('locks').selectAll().where('kind', 'in', ['server', 'floating_ip']).execute();
  await vi.waitUntil(async () => (await locks()).length === 0, { timeout: 20_000, interval: 10 });
}

async function buy(count: number, more: object = {}): Promise<number[]> {
  const { body } = await call('purchaseFloatingIps', { body: { ipv4: count, ...more } });
  return body.data.map(({ id }: { id: number }) => id);
}

async function cardOf(machineId: string): Promise<string[]> {
  const card = await new NicRecords(chain.home, 'simulated').read(machineId);
  return card?.addresses.slice(1).map(({ address }) => address) ?? [];
}
const addressesOf = async (ids: readonly number[]) => {
  const { rows } = await sql<{ address: string; server_id: number | null }>`
    select address, server_id from ip_addresses where floating_ip_id = any(${[...ids]}::int[]) order by floating_ip_id`.execute(
    chain.db,
  );
  return rows;
};
/** Returns the extra addresses of a server: those on its card, which match the seed of its next boot. */
async function extraOf(id: number): Promise<string[]> {
  const { spec } = await readSimulated(chain.home, `srv-${id}`);
  const extra = await cardOf(`srv-${id}`);
  expect(spec.nic.addresses.slice(1).map(({ address }) => address)).toEqual(extra);
  return extra;
}

test('the new server is configured before the network moves the address; the old one keeps it until then', async () => {
  const ids = await buy(1);
  const [address = ''] = (await addressesOf(ids)).map((one) => one.address);
  // Both directions are tested, because elsewhere servers are locked in the order of their ids.
  for (const [from, to] of [
    [b, a],
    [a, b],
  ] as const) {
    await attach(ids, from);
    await settled();
    announced = [];
    await attach(ids, to);
    await settled();
    expect(announced).toEqual([
      [`srv-${to}`, []],
      [`srv-${from}`, []],
    ]);
    expect([await extraOf(from), await extraOf(to)]).toEqual([[], [address]]);
  }
});

test('attach, move and detach update network, seeds and history', async () => {
  const ids = await buy(2);
  const [one = '', two = ''] = (await addressesOf(ids)).map(({ address }) => address);
  const answer = await attach(ids, a);
  expect(answer.body.data).toMatchObject([
    { id: ids[0], locked: true, lock_reason: 'floating-ip-attach', server_id: null },
    { id: ids[1], locked: true },
  ]);
  expect((await call('getServer', { params: { id: a } })).body.lock_reason).toBe('floating-ip-attach');
  await settled();
  expect(await extraOf(a)).toEqual([one, two]);
  expect(await listed()).toMatchObject([{ server_id: a, server_hostname: 'a', locked: false }, { server_id: a }]);

  await attach([ids[1] as number], b);
  expect((await call('getServer', { params: { id: a } })).body.locked).toBe('true');
  await settled();
  expect([await extraOf(a), await extraOf(b)]).toEqual([[one], [two]]);

  // The first address is already attached.
  await attach(ids, b);
  await settled();
  expect([await extraOf(a), (await extraOf(b)).toSorted()]).toEqual([[], [one, two].toSorted()]);
  const shown = (await call('getServer', { params: { id: b } })).body;
  expect(shown.ip_addresses).toHaveLength(3);
  expect(shown.ip_addresses[1]).toMatchObject({ main: false, floating_ip: { server_id: b, locked: null } });

  expect((await detach(ids)).body.data).toMatchObject([{ lock_reason: 'floating-ip-detach' }, {}]);
  await settled();
  expect([await extraOf(a), await extraOf(b)]).toEqual([[], []]);
  const history = await chain.db
    .selectFrom('ip_assignments')
    .select(['server_id', 'floating_ip_id'])
    .where('network', '=', `${two}/32`)
    .orderBy('held_from')
    .orderBy('id')
    .execute();
  expect(history.filter(({ floating_ip_id }) => floating_ip_id === ids[1]).map(({ server_id }) => server_id)).toEqual([
    ...[null, a, b, null],
  ]);
  const lines = await chain.db
    .selectFrom('audit_log')
    .select('action')
    .where('account_id', '=', me.accountId)
    .where('action', 'like', '%FloatingIps')
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual([
    ...['purchaseFloatingIps', 'purchaseFloatingIps', 'attachFloatingIps', 'attachFloatingIps', 'attachFloatingIps'],
    'detachFloatingIps',
  ]);
});

test('if bought for a server, they are attached as soon as they are paid', async () => {
  await buy(2, { server_id: a });
  await settled();
  expect(await extraOf(a)).toHaveLength(2);
  expect(await listed()).toMatchObject([{ server_id: a }, { server_id: a }]);
  // Addresses paid while the server is locked wait for it.
  const unpaid = (await call('purchaseFloatingIps', { body: { ipv4: 1, server_id: b, auto_pay: false } })).headers['x-order-id'];
  await call('stopServer', { params: { server: b } });
  await call('payOrders', { body: { order_ids: [Number(unpaid)], payment_method: 'balance' } });
  await settled();
  await job();
  await settled();
  expect(await extraOf(b)).toHaveLength(1);
});

test('a refused attach changes none of the addresses', async () => {
  const [id] = (await buy(1)) as [number];
  const suspended = await givenFloatingIp(chain.db, { accountId: me.accountId, status: 'suspended' });
  expect((await attach([id, suspended], a)).body).toMatchObject({
    code: 'wrong_state',
    message: `Floating IP ${suspended} is suspended. Only an active floating IP can be attached or detached.`,
  });
  expect((await detach([suspended])).body.code).toBe('wrong_state');
  expect((await attach([id, 999_999], a)).body.errors).toEqual({ 'ids.1': ['This floating IP does not exist.'] });
  expect((await attach([id, id], a)).body.errors).toEqual({ ids: ['Must not contain the same id twice.'] });
  expect((await attach([id], 999_999)).body.errors).toEqual({ server_id: ['This server does not exist.'] });
  const many = Array.from({ length: 101 }, (_, i) => i + 1);
  expect((await attach(many, a)).status).toBe(422);
  const other = await givenAccount(chain.db);
  const foreign = await givenFloatingIp(chain.db, { accountId: other.accountId });
  expect((await attach([foreign], a)).status).toBe(403);
  await updateService(chain.db, b, { account_id: other.accountId });
  expect((await attach([id], b)).status).toBe(403);
  await updateService(chain.db, b, { account_id: me.accountId, status: 'suspended' });
  expect((await attach([id], b)).body.message).toBe(
    `Server ${b} is suspended. Floating IPs can only be attached to an active server.`,
  );
  await updateService(chain.db, b, { status: 'active' });
  expect(await listed({ 'filter[status]': 'active' })).toMatchObject([{ locked: false, server_id: null }]);
});

test('returns 423 for a locked source server, target server or floating IP', async () => {
  const [on, loose] = (await buy(2)) as [number, number];
  await attach([on], a);
  await settled();
  const hold = (kind: string, resourceId: number) =>
    chain.db.transaction().execute((trx) => {
      const workflow = sql<{
        id: number;
      }>`insert into workflows (kind, input, run_at) values ('given', '{}', now() + interval '1 day') returning id`;
      return takeLock(trx, workflow, {
        kind,
        resourceId,
        reason: 'restart',
        now: new Date(),
        deadlineAt: new Date(Date.now() + 60_000),
      });
    });
  for (const [kind, id] of [
    ['server', a],
    ['server', b],
    ['floating_ip', on],
  ] as const) {
    const workflowId = await hold(kind, id);
    const answers = [await attach([on], b), ...(id === b ? [await attach([loose], b)] : [await detach([on])])];
    expect(answers.map(({ status }) => status)).toEqual([423, 423]);
    if (id === on) {
      const body = { ids: [on], now: true };
      expect((await call('cancelFloatingIps', { body })).status).toBe(423);
      expect((await call('renewFloatingIps', { body: { ids: [on], billing_cycle: 1 } })).status).toBe(423);
    }
    await chain.db.deleteFrom('locks').where('workflow_id', '=', workflowId).execute();
    await chain.db.deleteFrom('workflows').where('id', '=', workflowId).execute();
  }
  expect(await extraOf(a)).toHaveLength(1);
});

test('of two concurrent attaches of one address to different servers, one gets 423', async () => {
  const [id] = (await buy(1)) as [number];
  const answers = await Promise.all([attach([id], a), attach([id], b)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 423]);
  await settled();
  const [winner, loser] = answers[0]?.status === 200 ? [a, b] : [b, a];
  expect([(await extraOf(winner)).length, (await extraOf(loser)).length]).toEqual([1, 0]);
});

test('a failed move restores the previous state', async () => {
  const [id] = (await buy(1)) as [number];
  await attach([id], a);
  await settled();
  refusing = true;
  expect((await attach([id], b)).status).toBe(200);
  await settled();
  expect(refusing).toBe(false);
  expect((await listed())[0]).toMatchObject({ server_id: a });
  expect([(await extraOf(a)).length, (await extraOf(b)).length]).toEqual([1, 0]);
});

test('cancelled immediately, it leaves its server before its address is released', async () => {
  const [id] = (await buy(1, { server_id: a })) as [number];
  await settled();
  expect((await call('cancelFloatingIps', { body: { ids: [id], now: true } })).status).toBe(200);
  expect(await addressesOf([id])).toMatchObject([{ server_id: a }]);
  await settled();
  expect(await extraOf(a)).toEqual([]);
  expect(await addressesOf([id])).toEqual([]);
});

test('is detached later if its server was locked when it ended', async () => {
  const [id] = (await buy(1, { server_id: a })) as [number];
  await settled();
  await call('stopServer', { params: { server: a } });
  await updateService(chain.db, id, { status: 'terminated', ended_at: new Date() });
  await settled();
  await job();
  await settled();
  expect(await extraOf(a)).toEqual([]);
  expect(await addressesOf([id])).toEqual([]);
});

test('is detached when it is suspended unpaid, and attached to the same server again when paid', async () => {
  const [id] = (await buy(1, { server_id: a })) as [number];
  await settled();
  const past = new Date(Date.now() - 60_000);
  await updateService(chain.db, id, { expiry_at: past, billing_anchor: past, auto_renew: false });
  await chain.db.deleteFrom('service_periods').where('service_id', '=', id).execute();
  await expireServices(givenJobCx(chain.db));
  await settled();
  expect((await listed())[0]).toMatchObject({ status: 'suspended', server_id: null });
  expect(await extraOf(a)).toEqual([]);
  expect((await call('renewFloatingIps', { body: { ids: [id], billing_cycle: 1 } })).status).toBe(201);
  await settled();
  expect((await listed())[0]).toMatchObject({ status: 'active', server_id: a });
  expect(await extraOf(a)).toHaveLength(1);
});

test('a terminated server leaves its floating IPs to the account', async () => {
  const [id] = (await buy(1, { server_id: a })) as [number];
  await settled();
  const address = (await listed())[0].ip_address.ip_address;
  await call('cancelServer', { params: { id: a }, body: { now: true, reason: 'gone' } });
  await settled();
  expect((await listed())[0]).toMatchObject({ server_id: a });
  await chain.db
    .updateTable('services')
    .set({ suspended_at: new Date(0) })
    .where('id', '=', a)
    .execute();
  await chain.db
    .updateTable('cancel_requests')
    .set({ created_at: new Date(0) })
    .where('service_id', '=', a)
    .execute();
  await expireServices(givenJobCx(chain.db));
  await settled();
  expect((await listed())[0]).toMatchObject({ id, status: 'active', server_id: null, ip_address: { ip_address: address } });
  await attach([id], b);
  await settled();
  expect(await extraOf(b)).toEqual([address]);
});

test('refuses to attach an address of a network on another host, and explains why', async () => {
  const elsewhere = await givenNode(chain.db, { name: 'elsewhere' });
  await chain.db.transaction().execute((trx) =>
    addPool(trx, {
      name: 'there',
      cidr: '10.66.0.0/29',
      gateway: '10.66.0.1',
      uses: 'floating',
      ddos_protected: true,
      node_id: elsewhere,
    }),
  );
  const { body } = await call('purchaseFloatingIps', { body: { ipv4_ddos: 1 } });
  const [{ id, ip_address }] = body.data;
  expect((await attach([id], a)).body.message).toBe(
    `Floating IP ${ip_address.ip_address} belongs to a network of another host than server ${a}. Choose a server on the host of the floating IP.`,
  );
  // No such address is available for a server of this host.
  expect((await call('purchaseFloatingIps', { body: { ipv4_ddos: 1, server_id: a } })).body.code).toBe('no_capacity');
});
