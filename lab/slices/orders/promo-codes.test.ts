/** Tests promo codes through the API, with new servers and renewals. The last use is exact, and a code does not increase a refund. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { type DeployRequest, deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });
  const codes = [
    { code: 'HALF', percentage: 50, applies_to: 'both' as const },
    { code: 'Once', percentage: 10, applies_to: 'new' as const, most_uses: 1 },
    { code: 'LONG', percentage: 20, applies_to: 'renewal' as const, minimum_billing_cycle: 3 },
    { code: 'GONE', percentage: 20, applies_to: 'both' as const, disabled_at: new Date() },
    { code: 'OVER', percentage: 20, applies_to: 'both' as const, valid_until: new Date() },
    { code: 'MINE', percentage: 20, applies_to: 'both' as const, most_uses_per_account: 1 },
  ];
  await chain.db.insertInto('promo_codes').values(codes).execute();
});
afterAll(() => chain.close());
afterAll(() => expectBooksClean(chain.db));

const call = (name: Parameters<Chain['call']>[0], input: object, who = owner) =>
  chain.call(name, input as never, { token: who.token });
const orderOf = async ({ headers }: { headers: Record<string, unknown> }) =>
  (await call('getOrder', { params: { id: Number(headers['x-order-id']) } })).body;
const served = async (request: DeployRequest) => {
  const deployed = await deploy(chain, owner, request);
  expect(deployed.status).toBe(201);
  await chain.serverWhen(deployed.body.id, owner.token, (one) => one.status === 'active');
  return deployed;
};
const uses = (code: string) =>
  chain.db
    .selectFrom('promo_uses as u')
    .innerJoin('promo_codes as p', 'p.id', 'u.promo_code_id')
    .select('u.order_id')
    .where('p.code', '=', code)
    .execute();

test('a code discounts the server by its percentage, not the addons, and is shown on order, line and server', async () => {
  const deployed = await served({ promo_code: 'half', microsoft_rds_sal: 1 });
  const promo = { code: 'HALF', percentage: 50, minimum_billing_cycle: 1 };
  // The discount is half of 3.99, which is 1.995.
  expect(await orderOf(deployed)).toMatchObject({
    amount: 1.99 + 8.5,
    promo,
    promo_applicable: false,
    services: [{ amount: 1.99, promo }, { promo: null }],
  });
  expect(deployed.body.promo_code).toBe('HALF');
  const explained = await call('explainOrder', { params: { id: Number(deployed.headers['x-order-id']) } });
  expect(explained.body.lines[0]).toMatchObject({ list_amount: 3.99, discount: 2, amount: 1.99 });
  expect(explained.body.lines[0].steps.map(({ text }: { text: string }) => text)).toEqual([
    'EUR 3.99 a month for 1 month: EUR 3.99.',
    'Promo code HALF, 50 % off: EUR -2.00.',
    'VAT of 20 % on EUR 1.99: EUR 0.40.',
  ]);
});

test('a renewal uses the code of the server, or a better one', async () => {
  const { body } = await served({ promo_code: 'HALF' });
  const months = (billing_cycle: number, more = {}) => ({ body: { server_ids: [body.id], billing_cycle, ...more } });
  const cost = (await call('calculateServerRenewal', months(3, { promo_code: 'LONG' }))).body;
  expect(cost).toMatchObject({ amount: 11.97, promo_amount: 5.99, due_today_amount: 5.98, promo_code: null });
  expect((await call('renewServers', months(1))).body).toMatchObject({ amount: 1.99 });
  expect((await call('renewServers', months(1, { promo_code: 'LONG' }))).body.errors).toHaveProperty('promo_code');
});

test('scaling down refunds the amount paid, not the discount', async () => {
  const size = { vcpus: 2, dedicated_cpu: false, memory_mb: 4096, disk_gb: 100, bandwidth_tb: 3, network_speed_mbps: 1000 };
  const smaller = { key: 'wide', type: 'standard', name: 'Wide', ...size, price: 1199n };
  await chain.db.insertInto('plans').values(smaller).execute();
  const { body } = await served({ plan: 'medium', promo_code: 'HALF' });
  const input = { params: { id: body.id }, body: { plan: 'wide', scale_disk: false } };
  // The refund is 22.99 less 11.99, of which half was paid.
  expect((await call('calculateServerScale', input)).body.amount).toBeCloseTo(-5.5, 1);
});

test('of many concurrent orders one gets the last use of a code, which is released with the unpaid order', async () => {
  const request = { promo_code: 'ONCE', auto_pay: false };
  const owners = await Promise.all(Array.from({ length: 6 }, () => givenAccount(chain.db)));
  const all = await Promise.all(owners.map((one, i) => deploy(chain, one, { ...request, name: `race-${i}` })));
  const won = all.filter(({ status }) => status === 201);
  expect(won).toHaveLength(1);
  for (const { status, body } of all) if (status !== 201) expect(body.errors).toHaveProperty('promo_code');
  expect(await uses('Once')).toHaveLength(1);
  const winner = owners[all.findIndex(({ status }) => status === 201)];
  await call('deleteOrder', { params: { id: Number(won[0]?.headers['x-order-id']) } }, winner);
  expect(await uses('Once')).toEqual([]);
});

test('an account uses a code up to its limit, and other accounts have limits of their own', async () => {
  const other = await givenAccount(chain.db);
  const tries = [await deploy(chain, owner, { promo_code: 'MINE', auto_pay: false, name: 'mine-1' })];
  tries.push(await deploy(chain, owner, { promo_code: 'MINE', auto_pay: false, name: 'mine-2' }));
  tries.push(await deploy(chain, other, { promo_code: 'MINE', name: 'mine-3' }));
  expect(tries.map(({ status }) => status)).toEqual([201, 422, 201]);
});

test('an unpaid order accepts a code, another code, or none, as quoted', async () => {
  const waiting = await deploy(chain, owner, { auto_pay: false, name: 'waits' });
  const params = { id: Number(waiting.headers['x-order-id']) };
  const change = (promo_code: string | null, query = {}) => call('updateOrder', { params, body: { promo_code }, query });
  expect((await orderOf(waiting)).promo_applicable).toBe(true);
  const quoted = (await change('ONCE', { dry_run: 'true' })).body;
  expect(await uses('Once')).toEqual([]);
  const changed = (await change('ONCE')).body;
  expect([changed.amount, changed.promo.code, quoted.amount]).toEqual([3.59, 'Once', 3.59]);
  expect(await uses('Once')).toHaveLength(1);
  expect((await change('LONG')).body.errors).toHaveProperty('promo_code');
  expect((await change(null)).body).toMatchObject({ amount: 3.99, promo: null });
  expect(await uses('Once')).toEqual([]);
});

test.each(['GONE', 'OVER', 'NOBODY', 'LONG'])('refuses the code %s', async (promo_code) => {
  expect((await deploy(chain, owner, { promo_code })).body.errors).toHaveProperty('promo_code');
});
