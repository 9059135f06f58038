/** Tests monthly spending caps of accounts and tokens. No request of a customer exceeds them. */
import { createToken } from '@innkeeper/db/tables/tokens';
import { inTransaction } from '@innkeeper/db/transaction';
import { transact } from '@innkeeper/domain/context';
import { applyOutcome } from '@innkeeper/domain/receipts/apply';
import { refundLine } from '@innkeeper/domain/services/refund-line';
import { payableAt } from '@innkeeper/jobs/pay-waiting-orders';
import { Failure } from '@innkeeper/model/failures';
import { deployServer } from '@innkeeper/operations/servers/deploy';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, type CallInput, type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer, givenSshKey } from '../../given.ts';
import { givenCx, givenJobCx } from '../../given-cx.ts';
import { givenPaymentMethods } from '../../given-payments.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { inputOf } from '../../path-rows.ts';
import { type DeployRequest, deploy } from '../given-deploy.ts';
import { renewalHelpers } from '../renewals/given-renewing.ts';

/** Price in cents of a server of the smallest plan for a month, with VAT. */
const PRICE = 479n;

let lab: Lab;
let operator: Operator;
let now: Date;
const clock = { now: () => now };
let given: ReturnType<typeof renewalHelpers>;
/** Account with a balance of 1000.00. */
let me: GivenAccount;
beforeAll(async () => {
  now = new Date('2027-02-10T12:00:00Z');
  lab = await openLab({ clock });
  operator = openOperator({ db: lab.db, clock });
  given = renewalHelpers(lab, clock);
  await givenNode(lab.db);
  await givenPaymentMethods(lab.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = new Date('2027-02-10T12:00:00Z');
  me = await givenAccount(lab.db, { funds: 100_000n });
});
afterEach(() => expectBooksClean(lab.db));

const capOf = (monthly_cap: string) => operator.run('setAccount', { account: me.email, monthly_cap });
const spent = async () => (await operator.run('showAccount', { account: me.email })).spending.spent_this_month;
const spentBy = async (id: number) =>
  (await operator.run('listAllTokens', { email: me.email })).data.find((token) => token.id === id)?.spent_this_month;
const call = (name: Parameters<Lab['call']>[0], input: CallInput, token = me.token) => lab.call(name, input, { token });
/** Creates another token of the account. `cap` is in cents. */
async function tokenWith(cap?: bigint): Promise<GivenAccount> {
  const { id: tokenId, token } = await createToken(lab.db, {
    ...me,
    name: 'other',
    abilities: ['read', 'write'],
    monthlyCap: cap,
  });
  return { ...me, token, tokenId };
}
const ordered = async (request: DeployRequest = {}, by = me): Promise<number> => {
  const { status, headers, text } = await deploy(lab, by, request);
  expect([status, text]).toEqual([201, expect.anything()]);
  return Number(headers['x-order-id']);
};
const statusOf = async (id: number) => (await call('getOrder', { params: { id } })).body.status;
const refused = (answer: Answer, sentence = '') =>
  expect(answer).toMatchObject({ status: 422, body: { code: 'spending_cap', message: expect.stringContaining(sentence) } });
const payBy = (order_ids: number[], payment_method = 'balance', token = me.token) =>
  call('payOrders', { body: { order_ids, payment_method } }, token);

/** Returns the latest payment of an order. */
const paymentOf = async (orderId: number): Promise<number> => {
  const all = lab.db.selectFrom('payment_orders').select('payment_id').where('order_id', '=', orderId);
  return (await all.orderBy('payment_id', 'desc').executeTakeFirstOrThrow()).payment_id;
};
const land = (id: number, amount: bigint) =>
  applyOutcome(givenJobCx(lab.db, { clock }), id, {
    ...{ state: 'succeeded', card: null },
    receipts: [{ id: `given-${id}`, amount }],
  });

test('60 concurrent deploys with two tokens exceed neither the cap of the account nor that of the token', async () => {
  const [capped, free] = [await tokenWith(3n * PRICE), await tokenWith()];
  await capOf('33.53');
  const image = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const key = await givenSshKey(lab.db, me);
  const body = { plan: 'nano', billing_cycle: 1, image_id: image.id, ssh_keys: [key.id] };
  const attempt = async (by: GivenAccount, name: string): Promise<string> => {
    try {
      await inTransaction(lab.db, async (db) => {
        const cx = { ...givenCx(db, by, { clock }), db };
        return deployServer(cx, await inputOf(cx, 'deployServer', { body: { ...body, name } }));
      });
      return by === capped ? 'by the capped one' : 'by the free one';
    } catch (error) {
      if (error instanceof Failure) return error.code;
      throw error;
    }
  };
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => attempt(i % 4 === 3 ? free : capped, `rush-${i}`)));
  const of = (word: string) => answers.filter((answer) => answer === word).length;
  expect(of('by the capped one')).toBeLessThanOrEqual(3);
  expect([of('by the capped one') + of('by the free one'), of('spending_cap')]).toEqual([7, 53]);
  expect(await spent()).toBe('33.53');
  const orders = await lab.db.selectFrom('orders').select('token_id').where('account_id', '=', me.accountId).execute();
  expect(orders.filter(({ token_id }) => token_id === capped.tokenId)).toHaveLength(of('by the capped one'));
});

test('refuses a request over the cap with the figures, as does its dry run, and changes nothing', async () => {
  const capped = await tokenWith(500n);
  const serving = await givenServer(lab.db, {
    accountId: me.accountId,
    expiry_at: new Date('2027-03-10T12:00:00Z'),
    auto_renew: false,
  });
  const seats = await givenServer(lab.db, {
    accountId: me.accountId,
    expiry_at: new Date('2027-03-10T12:00:00Z'),
    auto_renew: false,
  });
  expect((await call('purchaseServerAddons', { params: { id: seats }, body: { microsoft_rds_sal: 1 } })).status).toBe(200);
  const before = await lab.db.selectFrom('orders').select('id').where('account_id', '=', me.accountId).execute();
  const image = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const key = await givenSshKey(lab.db, me);
  const body = { name: 'web-1', plan: 'micro', billing_cycle: 1, image_id: image.id, ssh_keys: [key.id] };
  const asked: [Parameters<Lab['call']>[0], CallInput][] = [
    ['deployServer', { body }],
    ['renewServers', { body: { server_ids: [serving], billing_cycle: 3 } }],
    ['scaleServer', { params: { id: serving }, body: { plan: 'large', scale_disk: false } }],
    ['purchaseServerAddons', { params: { id: serving }, body: { microsoft_rds_sal: 2 } }],
    ['scaleServerAddons', { params: { id: seats }, body: { microsoft_rds_sal: 2 } }],
  ];
  for (const [name, input] of asked) {
    const quote = await call(name, { ...input, query: { dry_run: 'true' } }, capped.token);
    const real = await call(name, input, capped.token);
    refused(real, 'would exceed the monthly spending cap of this access token. The cap is 5.00 EUR, and 0.00 EUR are spent');
    expect([name, { ...quote.body, request_id: 0 }]).toEqual([name, { ...real.body, request_id: 0 }]);
    expect((await call(name, { ...input, query: { dry_run: 'true' } })).status).toBe(200);
  }
  expect(await lab.db.selectFrom('orders').select('id').where('account_id', '=', me.accountId).execute()).toEqual(before);
  // An amount up to the cap is allowed, to the cent.
  await operator.run('setToken', { token: capped.tokenId, monthly_cap: '4.78' });
  refused(await deploy(lab, capped), 'This payment of 4.79 EUR');
  await operator.run('setToken', { token: capped.tokenId, monthly_cap: '4.79' });
  await ordered({}, capped);
  refused(await deploy(lab, capped), 'The cap is 4.79 EUR, and 4.79 EUR are spent. The next month begins on 2027-03-01');
  await operator.run('setToken', { token: capped.tokenId, monthly_cap: '' });
  await ordered({}, capped);
});

test('a month ends at midnight in UTC: spending on its last day counts until then', async () => {
  await capOf('5');
  now = new Date('2027-03-31T10:00:00Z');
  await ordered();
  now = new Date('2027-03-31T23:59:59.999Z');
  refused(await deploy(lab, me), 'begins on 2027-04-01');
  now = new Date('2027-04-01T00:00:00Z');
  expect(await spent()).toBe('0.00');
  await ordered();
  refused(await deploy(lab, me), 'begins on 2027-05-01');
});

test('a refund reduces the spending of the month in which its order was paid, and of no other', async () => {
  await capOf('5');
  const refundAll = async (id: number) => {
    const { id: lineId } = await lab.db
      .selectFrom('order_lines')
      .select('id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    await transact(givenJobCx(lab.db, { clock }), (cx) => refundLine(cx, { orderId: id, lineId, reason: 'Given.' }));
  };
  const first = await ordered();
  refused(await deploy(lab, me));
  await refundAll(first);
  expect(await spent()).toBe('0.00');
  const second = await ordered();
  now = new Date('2027-03-01T00:00:00Z');
  await ordered();
  await refundAll(second);
  expect(await spent()).toBe('4.79');
  refused(await deploy(lab, me));
});

test('checks the cap at order time for automatic payment, else at payment, for the token that pays', async () => {
  const [capped, free] = [await tokenWith(500n), await tokenWith()];
  const waiting = [await ordered({ auto_pay: false }, capped), await ordered({ name: 'web-2', auto_pay: false }, free)];
  refused(await payBy(waiting, 'balance', capped.token), 'This payment of 9.58 EUR');
  for (const id of waiting) expect(await statusOf(id)).toBe('awaiting_payment');
  expect((await payBy(waiting.slice(1), 'balance', capped.token)).status).toBe(200);
  refused(await payBy(waiting.slice(0, 1), 'balance', capped.token));
  expect([await spentBy(capped.tokenId), await spent()]).toEqual(['4.79', '4.79']);
  expect((await payBy(waiting.slice(0, 1), 'balance', free.token)).status).toBe(200);
  expect([await spentBy(capped.tokenId), await spent()]).toEqual(['4.79', '9.58']);
  // The cap also applies if there is no money for the order yet.
  const poor = await givenAccount(lab.db, { funds: 1n });
  me = poor;
  await capOf('4');
  refused(await deploy(lab, poor));
  await ordered({ auto_pay: false });
});

test('an order that a cap stops keeps waiting, and is paid in the next month', async () => {
  me = await givenAccount(lab.db, { funds: 1n });
  const capped = await tokenWith(500n);
  now = new Date('2027-02-28T12:00:00Z');
  const ids = [await ordered({}, capped), await ordered({ name: 'web-2' }, capped)];
  await given.fund(me.accountId, 10_000n);
  expect(await given.pay()).toBe(1);
  // Such an order does not keep the job busy either.
  expect((await sql`select ${payableAt(now)}`.execute(lab.db)).rows).toEqual([]);
  expect(await given.pay()).toBe(0);
  expect([await statusOf(ids[0] as number), await statusOf(ids[1] as number)]).toEqual(['paid', 'awaiting_payment']);
  // The user who enables automatic payment spends: a token cannot evade its cap through an order of another token.
  const free = await tokenWith();
  const others = await ordered({ name: 'web-3', auto_pay: false }, free);
  await call('updateOrder', { params: { id: others }, body: { auto_pay: true } }, capped.token);
  expect(await given.pay()).toBe(0);
  expect(await lab.db.selectFrom('due_failures').selectAll().execute()).toEqual([]);
  now = new Date('2027-03-01T00:00:00Z');
  expect(await given.pay()).toBe(1);
  expect(await statusOf(ids[1] as number)).toBe('paid');
  await call('updateOrder', { params: { id: others }, body: { auto_pay: true } }, free.token);
  expect(await given.pay()).toBe(1);
});

test('no gateway payment starts over a cap, and money that arrives over it stays on the balance', async () => {
  await capOf('5');
  const [one, other] = [await ordered({ auto_pay: false }), await ordered({ name: 'web-2', auto_pay: false })];
  refused(await payBy([one, other], 'card'));
  expect((await payBy([one], 'card')).status).toBe(200);
  expect((await payBy([other])).status).toBe(200);
  await land(await paymentOf(one), PRICE);
  expect(await statusOf(one)).toBe('awaiting_payment');
  const { body } = await call('listBalanceTransactions', {});
  expect(body.data[0]).toMatchObject({
    amount_with_vat: 4.79,
    description: expect.stringContaining('kept as balance: it would exceed the monthly spending cap of 5.00'),
  });
  expect(await spent()).toBe('4.79');
  // A deposit is not spending.
  const deposit = (await call('depositFunds', { body: { amount: 20, payment_method: 'bank' } })).body.id;
  expect((await payBy([deposit], 'card')).status).toBe(200);
  await land(await paymentOf(deposit), 20_00n);
  expect([await statusOf(deposit), await spent()]).toEqual(['paid', '4.79']);
});

test('automatic renewals and orders of the operator can exceed the cap, count, and are reported once a month', async () => {
  me = await givenAccount(lab.db);
  await capOf('5');
  now = new Date('2027-02-21T00:00:00Z');
  await given.fund(me.accountId, 479n);
  await given.server(me.accountId);
  expect(await given.renew()).toBe(1);
  const mails = async () => {
    const rows = await lab.db.selectFrom('mails').select(['template', 'data']).where('account_id', '=', me.accountId).execute();
    return rows.filter(({ template }) => template === 'spending-cap').map(({ data }) => data);
  };
  expect([await spent(), await mails()]).toEqual(['4.79', []]);
  // The next order waits for money first, and the job pays it.
  await given.server(me.accountId);
  await given.renew();
  await given.fund(me.accountId, 100_000n);
  expect(await given.pay()).toBe(1);
  expect(await spent()).toBe('9.58');
  expect(await mails()).toMatchObject([
    { amount: '4.79 EUR', cap: '5.00 EUR', spent: '9.58 EUR', until: Date.parse('2027-03-01') },
  ]);
  await given.server(me.accountId);
  expect(await given.renew()).toBe(1);
  await operator.run('addOrder', { account: me.email, lines: ['Setup=50.00'], auto_pay: true });
  expect([await spent(), (await mails()).length]).toEqual(['74.37', 1]);
  refused(await deploy(lab, me), 'The cap is 5.00 EUR, and 74.37 EUR are spent');
  now = new Date('2027-03-24T00:00:00Z');
  expect(await given.renew()).toBe(1);
  expect([await spent(), (await mails()).length]).toEqual(['14.37', 2]);
});

test('an automatic renewal extended by a user is subject to the cap like other orders', async () => {
  me = await givenAccount(lab.db);
  await capOf('20');
  now = new Date('2027-02-21T00:00:00Z');
  const id = await given.server(me.accountId);
  await given.renew();
  const [order] = await given.orders(me.accountId);
  const change = (billing_cycle: number, query = {}) =>
    call('changeRenewalPeriod', {
      params: { id: order?.id as number, service_type: 'server', service_id: id },
      body: { billing_cycle },
      query,
    });
  refused(await change(6), 'This payment of 28.73 EUR');
  refused(await change(6, { dry_run: 'true' }), 'This payment of 28.73 EUR');
  expect((await change(3)).status).toBe(204);
  expect(await given.orders(me.accountId)).toMatchObject([{ uncapped: false, token_id: me.tokenId }]);
  await capOf('10');
  await given.fund(me.accountId, 10_000n);
  expect(await given.pay()).toBe(0);
  refused(await payBy([order?.id as number]));
  await capOf('');
  expect(await given.pay()).toBe(1);
});

test('without a cap, the spending of the month is not queried', async () => {
  await sql`alter function spent rename to spent_elsewhere;
    create function spent(integer, integer, timestamptz, timestamptz) returns bigint language plpgsql as $$
    begin raise exception 'it was asked for'; end $$`.execute(lab.db);
  try {
    await ordered();
    const id = await ordered({ name: 'web-2', auto_pay: false });
    expect((await payBy([id])).status).toBe(200);
    await call('updateOrder', { params: { id: await ordered({ name: 'web-3', auto_pay: false }) }, body: { auto_pay: true } });
    expect(await given.pay()).toBe(1);
  } finally {
    await sql`drop function spent; alter function spent_elsewhere rename to spent`.execute(lab.db);
  }
});
