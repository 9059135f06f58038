import { accountsToRenew } from '@innkeeper/db/tables/services-due';
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { EngineError } from '@innkeeper/engine/error';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { balance, deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let id: number;
/** Act of the engine that fails once, without a retry. */
let refusing: string | undefined;
beforeAll(async () => {
  chain = await openChain({
    simulated: {
      fail: (act) => {
        if (act !== refusing) return;
        refusing = undefined;
        throw new EngineError('host', 'no such luck', { retryable: false });
      },
    },
  });
});
afterAll(async () => {
  await expectBooksClean(chain.db);
  await chain.close();
});
beforeEach(async () => {
  refusing = undefined;
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 10_000n });
  id = (await deploy(chain, owner)).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
});

const scale = (plan: string, scaleDisk: boolean) =>
  chain.call('scaleServer', { params: { id }, body: { plan, scale_disk: scaleDisk } }, { token: owner.token });
const calculate = (plan: string, scaleDisk: boolean) =>
  chain.call('calculateServerScale', { params: { id }, body: { plan, scale_disk: scaleDisk } }, { token: owner.token });
const unlocked = () => chain.serverWhen(id, owner.token, (server) => server.locked === null);
const machine = async () => (await readSimulated(chain.home, `srv-${id}`)).spec;
const plansFor = async () =>
  (await chain.call('listServerScalePlans', { params: { id } }, { token: owner.token })).body.data.map(
    (plan: { key: string }) => plan.key,
  );

test("listServerScalePlans lists other plans with a disk at least as large as the server's", async () => {
  expect(await plansFor()).toEqual([
    ...['micro', 'small', 'medium', 'large'],
    ...['dedicated-small', 'dedicated-medium', 'dedicated-large'],
  ]);
  await scale('large', true);
  await unlocked();
  expect(await plansFor()).toEqual(['dedicated-large']);
});

test("listServerScalePlans marks plans that do not fit on the server's node", async () => {
  const available = async () => {
    const { body } = await chain.call('listServerScalePlans', { params: { id } }, { token: owner.token });
    return body.data.flatMap((plan: { key: string; available: boolean }) => (plan.available ? plan.key : []));
  };
  expect(await available()).toEqual(await plansFor());
  // Leaves room for 3 GB and one vCPU more than the server has, which micro and small need.
  await chain.db
    .updateTable('nodes')
    .set((eb) => ({
      memory_mb_total: eb('memory_mb_used', '+', 3 * 1024),
      vcpus_total: eb('vcpus_used', '+', 1),
    }))
    .execute();
  expect(await available()).toEqual(['micro', 'small']);
  await chain.db.updateTable('nodes').set({ state: 'draining' }).execute();
  expect(await available()).toEqual([]);
  await chain.db.updateTable('nodes').set({ state: 'active' }).execute();
});

test('a server scaled to dedicated cores counts as dedicated until it is scaled back', async () => {
  const used = () => chain.db.selectFrom('nodes').select(['vcpus_used', 'dedicated_vcpus_used']).executeTakeFirstOrThrow();
  const before = await used();
  await scale('dedicated-small', false);
  expect(await unlocked()).toMatchObject({ plan: { key: 'dedicated-small' } });
  expect(await used()).toEqual({ vcpus_used: before.vcpus_used + 1, dedicated_vcpus_used: before.dedicated_vcpus_used + 2 });
  await scale('nano', false);
  await unlocked();
  expect(await used()).toEqual(before);
  await assertInvariants(chain);
});

test('calculateServerScale returns what scaleServer charges: the difference for the rest of the cycle, with VAT', async () => {
  const before = await balance(chain, owner);
  const quote = await calculate('small', true);
  // The month has just begun, so the price is 11.99 less 3.99, plus 20 % VAT.
  expect(quote.body).toEqual({ amount: 8, amount_with_vat: 9.6, estimated_downtime: 'extended' });
  expect((await calculate('small', false)).body.estimated_downtime).toBe('short');

  const answer = await scale('small', true);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ lock_reason: 'scale', plan: { key: 'nano' } });
  expect(await unlocked()).toMatchObject({
    plan: { key: 'small' },
    actual_disk: '50',
    renew_amount: '11.99',
    state: ['running'],
  });
  expect(await machine()).toMatchObject({ vcpus: 2, memoryMb: 4096, diskGb: 50 });
  expect(await balance(chain, owner)).toBe(Math.round((before - 9.6) * 100) / 100);
  const order = await chain.call('getOrder', { params: { id: Number(answer.headers['x-order-id']) } }, { token: owner.token });
  expect(order.body).toMatchObject({ type: 'scale-service', status: 'paid', amount: 8, amount_with_vat: 9.6 });
  expect(order.body.services).toMatchObject([{ service_id: id, sublabel: 'Small' }]);
  await assertInvariants(chain);
});

test('without scale_disk a server can be scaled down, and the difference for the rest of the cycle is refunded', async () => {
  await scale('small', false);
  expect(await unlocked()).toMatchObject({ plan: { key: 'small' }, actual_disk: '10' });
  expect(await plansFor()).toContain('nano');
  // The disk can be enlarged later, without charge.
  expect(await plansFor()).toContain('small');
  expect((await calculate('small', true)).body).toMatchObject({ amount: 0, amount_with_vat: 0 });
  const between = await balance(chain, owner);
  expect((await calculate('nano', false)).body).toEqual({ amount: -8, amount_with_vat: -9.6, estimated_downtime: 'short' });
  const answer = await scale('nano', false);
  expect(Number(answer.headers['x-order-id'])).toBeGreaterThan(0);
  expect(await unlocked()).toMatchObject({ plan: { key: 'nano' }, renew_amount: '3.99' });
  expect(await balance(chain, owner)).toBe(Math.round((between + 9.6) * 100) / 100);
  await assertInvariants(chain);
});

test('cancels a waiting renewal at the old price, and refuses one in payment or during the change', async () => {
  const body = { server_ids: [id], billing_cycle: 12, auto_pay: false };
  const renewal = await chain.call('renewServers', { body }, { token: owner.token });
  const orderId = renewal.body.id;
  const order = async () => (await chain.call('getOrder', { params: { id: orderId } }, { token: owner.token })).body;
  const state = (status: 'processing' | 'awaiting_payment') =>
    chain.db.updateTable('orders').set({ status }).where('id', '=', orderId).execute();
  await state('processing');
  expect((await scale('small', false)).body).toMatchObject({
    code: 'wrong_state',
    message: expect.stringMatching(`Renewal order ${orderId} `),
  });
  expect((await calculate('small', false)).body).toMatchObject({ code: 'wrong_state' });
  await state('awaiting_payment');
  await scale('small', false);
  expect(await order()).toMatchObject({ status: 'cancelled' });
  // A job does not order the renewal at the old price in the meantime.
  await chain.db.updateTable('services').set({ auto_renew: true }).where('id', '=', id).execute();
  const due = { until: new Date(Date.now() + days(40)), after: 0, max: 1_000 };
  const toRenew = async () => (await accountsToRenew(chain.db, due)).map((account) => account.id);
  expect(await toRenew()).not.toContain(owner.accountId);
  await unlocked();
  expect(await toRenew()).toContain(owner.accountId);
});

test('a disk cannot be shrunk', async () => {
  await scale('small', true);
  await unlocked();
  for (const scaleDisk of [true, false]) {
    const answer = await scale('nano', scaleDisk);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ [scaleDisk ? 'scale_disk' : 'plan']: [expect.stringContaining('cannot be shrunk')] });
  }
});

test('a stopped server stays off', async () => {
  await chain.call('stopServer', { params: { id } }, { token: owner.token });
  await unlocked();
  await scale('micro', true);
  expect(await unlocked()).toMatchObject({ plan: { key: 'micro' }, state: ['stopped'] });
  expect(await machine()).toMatchObject({ memoryMb: 2048, diskGb: 25 });
});

test('without enough money nothing is ordered and nothing is reserved', async () => {
  const [before, node] = [await balance(chain, owner), await chain.db.selectFrom('nodes').selectAll().executeTakeFirstOrThrow()];
  const answer = await scale('dedicated-large', true);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ code: 'insufficient_funds' });
  expect(await balance(chain, owner)).toBe(before);
  expect(await chain.db.selectFrom('nodes').selectAll().executeTakeFirstOrThrow()).toMatchObject({
    vcpus_used: node.vcpus_used,
    memory_mb_used: node.memory_mb_used,
  });
  expect((await unlocked()).plan.key).toBe('nano');
});

test('without capacity on its node the reply names what is missing', async () => {
  await chain.db
    .updateTable('nodes')
    .set((eb) => ({ memory_mb_total: eb('memory_mb_used', '+', 1024) }))
    .execute();
  const answer = await scale('small', false);
  expect(answer.body).toMatchObject({ code: 'no_capacity' });
  expect(answer.body.message).toContain('memory (needed 3 GB, free 1 GB)');
});

test.each([
  ['reshape', '10'],
  // The disk has already grown by then, and stays larger.
  ['start', '50'],
])('a scaling that fails at %s is compensated, including its money and capacity', async (act, disk) => {
  const before = await balance(chain, owner);
  refusing = act;
  const answer = await scale('small', true);
  expect(await unlocked()).toMatchObject({ plan: { key: 'nano' }, actual_disk: disk, state: ['running'], renew_amount: '3.99' });
  expect(await balance(chain, owner)).toBe(before);
  const order = await chain.call('getOrder', { params: { id: Number(answer.headers['x-order-id']) } }, { token: owner.token });
  expect(order.body).toMatchObject({ status: 'cancelled', status_reason: expect.stringContaining('could not be scaled') });
  expect(await machine()).toMatchObject({ vcpus: 1, memoryMb: 1024, diskGb: Number(disk) });
  await chain.worker.idle();
  await assertInvariants(chain);
});

test.each([
  ['nano', false, 'plan'],
  ['no-such-plan', false, 'plan'],
])('refuses scaling to %s', async (plan, scaleDisk, field) => {
  const answer = await calculate(plan, scaleDisk);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});

test('refuses to scale a server that is not active', async () => {
  id = await givenServer(chain.db, { accountId: owner.accountId, status: 'suspended' });
  expect((await scale('small', true)).body).toMatchObject({ code: 'wrong_state' });
  expect((await calculate('small', true)).body).toMatchObject({ code: 'wrong_state' });
  id = await givenServer(chain.db, { accountId: owner.accountId, rescue: true });
  expect((await scale('small', true)).body).toMatchObject({ code: 'wrong_state', message: expect.stringContaining('rescue') });
});
