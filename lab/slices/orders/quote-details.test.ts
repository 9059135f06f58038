/**
 * Tests that a quote shows all parts of a receipt: missing fields, VAT, balance, cap, the next renewal and the calculation of each line.
 */
import { createToken } from '@innkeeper/db/tables/tokens';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer, givenSshKey } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { givenPaymentMethods } from '../../given-payments.ts';
import { openOperator } from '../../operator.ts';
import { deploy } from '../given-deploy.ts';
import { renewalHelpers } from '../renewals/given-renewing.ts';

let now: Date;
const clock = { now: () => now };
let hashed: number;
let lab: Lab;
let owner: GivenAccount;
let image: number;
beforeAll(async () => {
  now = new Date('2027-01-01T12:00:00Z');
  const passwords = {
    async hash() {
      hashed += 1;
      return '$6$given';
    },
    async startAll() {},
    async close() {},
  };
  lab = await openLab({ clock, passwords });
  await givenNode(lab.db);
  ({ id: image } = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow());
  const code = { code: 'HALF', percentage: 50, applies_to: 'both' } as const;
  await lab.db
    .insertInto('promo_codes')
    .values([code, { ...code, code: 'FIRST', applies_to: 'new' }])
    .execute();
});
beforeEach(async () => {
  now = new Date('2027-03-01T12:00:00Z');
  hashed = 0;
  owner = await givenAccount(lab.db, { funds: 2_000n });
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  await lab.close();
});

type Operation = Parameters<Lab['call']>[0];

/** Requests a quote of `operation`. */
const quote = (operation: Operation, { token = owner.token, ...input }: { params?: object; body?: object; token?: string }) =>
  lab.call(operation, { ...input, query: { dry_run: 'true' } } as never, { token });
const quoteDeploy = (body: object, token?: string) =>
  quote('deployServer', { body: { plan: 'nano', ...body }, ...(token && { token }) });

test('a plan alone has a price for one server, and lists the missing fields', async () => {
  const { status, body } = await quoteDeploy({});
  expect([status, body.missing]).toEqual([200, ['name', 'image_id', 'ssh_keys']]);
  expect(body).toMatchObject({
    amount: 3.99,
    amount_with_vat: 4.79,
    capacity: 'ok',
    lines: [{ sublabel: 'Nano', label: 'New server' }],
  });
});

test('a field is listed as missing until the order could be placed with it', async () => {
  const { id: key } = await givenSshKey(lab.db, owner);
  const missing = async (body: object) => (await quoteDeploy(body)).body.missing;
  expect(await missing({ name: 'web-1' })).toEqual(['image_id', 'ssh_keys']);
  expect(await missing({ name: 'web-1', image_id: image })).toEqual(['ssh_keys']);
  for (const way of [{ ssh_keys: [key] }, { password: 'correct horse' }, { startup_script: 'true' }])
    expect(await missing({ name: 'web-1', image_id: image, ...way })).toEqual([]);
  expect(await missing({ image_id: image, ssh_keys: [key], name: null })).toEqual(['name']);
});

test('validates given fields as an order does', async () => {
  const errors = async (body: object) => (await quoteDeploy(body)).body.errors;
  expect(await errors({ plan: undefined })).toEqual({ plan: [expect.any(String)] });
  expect(await errors({ name: 'a_b' })).toHaveProperty('name');
  expect(await errors({ password: 'short' })).toHaveProperty('password');
  expect(await errors({ image_id: 999_999 })).toHaveProperty('image_id');
  expect(await errors({ image_id: image, snapshot_id: 1 })).toMatchObject({
    image_id: [expect.stringContaining('At most one of')],
  });
  expect(await errors({ ssh_keys: [999_999] })).toHaveProperty('ssh_keys.0');
});

test('the order itself requires the fields that a quote can omit', async () => {
  const { status, body } = await lab.call('deployServer', { body: { plan: 'nano' } } as never, owner);
  expect([status, body.errors]).toEqual([422, { name: ['This field is required.'] }]);
});

test('a quote does not hash a password, an order does', async () => {
  expect((await quoteDeploy({ password: 'correct horse', image_id: image, name: 'web-1' })).status).toBe(200);
  expect(hashed).toBe(0);
  expect((await deploy(lab, owner, { password: 'correct horse' })).status).toBe(201);
  expect(hashed).toBe(1);
});

test('each line shows its list price, its discount and its calculation', async () => {
  const { body } = await quoteDeploy({ billing_cycle: 2, promo_code: 'HALF', backups: true });
  const [server, backups] = body.lines;
  expect(server).toMatchObject({ list_amount: 7.98, discount: 3.99, amount: 3.99 });
  expect(server.steps.map(({ step }: { step: string }) => step)).toEqual(['months', 'promo', 'vat']);
  expect(server.steps[0]).toEqual({
    step: 'months',
    text: 'EUR 3.99 a month for 2 months: EUR 7.98.',
    values: { monthly: '399', quantity: '1', months: '2', net: '798' },
  });
  expect(backups.discount).toBe(0);
  expect(backups.list_amount).toBe(backups.amount);
});

test('shows VAT, and the balance before and after', async () => {
  const german = await givenAccount(lab.db, { country: 'DE', funds: 2_000n });
  const { body } = await quoteDeploy({}, german.token);
  expect(body.tax).toEqual({ country: 'DE', rate: 19, rule: 'domestic', note: null });
  expect(body.balance).toEqual({ now: 20, after: 15.25 });
  const many = await quoteDeploy({ billing_cycle: 12 });
  expect(many.body).toMatchObject({ covered_by_balance: false, balance: { now: 20, after: -37.46 } });
});

test('of several caps, shows the one with the smallest remainder', async () => {
  expect((await quoteDeploy({})).body.cap).toBeNull();
  const operator = openOperator({ db: lab.db, clock });
  await operator.run('setAccount', { account: owner.email, monthly_cap: '50.00' });
  await deploy(lab, owner);
  expect((await quoteDeploy({})).body.cap).toEqual({ of: 'account', limit: 50, spent: 4.79, left: 45.21 });
  const { token } = await createToken(lab.db, { ...owner, name: 'capped', abilities: ['read'], monthlyCap: 1_000n });
  expect((await quoteDeploy({}, token)).body.cap).toEqual({ of: 'token', limit: 10, spent: 0, left: 10 });
});

test('a token limited to certain servers sees neither the balance nor the cap of the account', async () => {
  const operator = openOperator({ db: lab.db, clock });
  await operator.run('setAccount', { account: owner.email, monthly_cap: '50.00' });
  const id = await givenServer(lab.db, { accountId: owner.accountId });
  const { token } = await createToken(lab.db, { ...owner, name: 'bound', abilities: ['read'], servers: [id] });
  const scale = { params: { id }, body: { plan: 'micro', scale_disk: false } };
  expect((await quote('scaleServer', scale)).body).toMatchObject({ balance: { now: 20 }, cap: { of: 'account' } });
  expect((await quote('scaleServer', { ...scale, token })).body).toMatchObject({ balance: null, cap: null });
});

test('the next renewal of new servers includes the discounts for renewals', async () => {
  const at = Date.parse('2027-04-01T12:00:00Z') / 1000;
  const renewal = async (body: object) => (await quoteDeploy(body)).body.next_renewal;
  expect(await renewal({})).toEqual({ at, amount: 3.99, amount_with_vat: 4.79 });
  expect(await renewal({ promo_code: 'FIRST' })).toMatchObject({ amount: 3.99 });
  expect(await renewal({ promo_code: 'HALF', name: ['a', 'b'] })).toMatchObject({ amount: 3.98 });
});

test("the next renewal of a quote equals the automatic renewal's charge", async () => {
  const given = renewalHelpers(lab, clock);
  const server = await given.server(owner.accountId, { promo_code: 'HALF', power: 'stopped' });
  await givenAddon(lab.db, { serverId: server, key: 'backups' });
  now = new Date('2027-02-20T12:00:00Z');
  const renewal = { body: { server_ids: [server], billing_cycle: 3 } };
  const { status, body } = await quote('renewServers', renewal);
  expect([status, body.message]).toEqual([200, undefined]);
  expect(await given.orders(owner.accountId)).toEqual([]);
  expect(body.next_renewal).toMatchObject({ at: body.lines[0].period_to, amount: 2.99 });

  expect((await lab.call('renewServers', renewal as never, owner)).status).toBe(201);
  now = new Date('2027-05-29T12:00:00Z');
  await given.renew();
  const automatic = (await given.orders(owner.accountId)).at(-1);
  const { amount, amount_with_vat } = body.next_renewal;
  expect([automatic?.net, automatic?.gross]).toEqual([amount, amount_with_vat].map((euros) => BigInt(Math.round(euros * 100))));
});

test('an order without a period has no next renewal', async () => {
  const id = await givenServer(lab.db, { accountId: owner.accountId });
  expect((await quote('cancelServer', { params: { id }, body: {} })).body).toMatchObject({
    next_renewal: null,
    lines: [],
    missing: [],
  });
});

test('a quote of an order uses the VAT of that order, even if the account has moved to another country', async () => {
  const order = (await deploy(lab, owner, { auto_pay: false })).headers['x-order-id'];
  const given = renewalHelpers(lab, clock);
  const server = await given.server(owner.accountId);
  const renewal = await lab.call('renewServers', { body: { server_ids: [server], billing_cycle: 1, auto_pay: false } }, owner);
  await openOperator({ db: lab.db, clock }).run('setAccount', { account: owner.email, country: 'DE' });
  expect((await quoteDeploy({})).body.tax).toMatchObject({ country: 'DE', rate: 19 });

  const austrian = { country: 'AT', rate: 20, rule: 'eu-consumer-destination', note: null };
  const change = (id: unknown) => quote('updateOrder', { params: { id }, body: { auto_pay: true } });
  const changed = (await change(order)).body;
  expect(changed).toMatchObject({ amount_with_vat: 4.79, tax: austrian, next_renewal: null });
  expect(changed.lines[0].steps.at(-1)).toMatchObject({ step: 'vat', values: { rate_bp: '2000' } });

  // The next renewal is a separate order, and pays the VAT rate of its day.
  const next = { amount: 3.99, amount_with_vat: 4.75 };
  const again = (await change(renewal.body.id)).body;
  expect(again).toMatchObject({ tax: austrian, next_renewal: { ...next, at: Date.parse('2027-03-31T12:00:00Z') / 1000 } });
  const params = { id: renewal.body.id, service_type: 'server', service_id: server };
  const { body } = await quote('changeRenewalPeriod', { params, body: { billing_cycle: 3 } });
  expect(body).toMatchObject({
    ...{ amount: 11.97, tax: austrian, lines: [{ amount_with_vat: 14.36, period_to: body.next_renewal?.at }] },
    next_renewal: { ...next, at: Date.parse('2027-05-31T12:00:00Z') / 1000 },
  });
  expect((await given.service(server)).until).toBe('2027-02-28');
});

test('a quote of a deposit shows no resulting balance, since it is not paid from the balance', async () => {
  await givenPaymentMethods(lab.db);
  const { id } = (await lab.call('depositFunds', { body: { amount: 5, payment_method: 'card' } }, owner)).body;
  const { status, body } = await quote('updateOrder', { params: { id }, body: { payment_method: 'bank' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({ amount: 5, balance: null, next_renewal: null });
});
