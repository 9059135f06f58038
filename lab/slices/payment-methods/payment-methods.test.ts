/** Tests payment methods: only usable methods are offered, and orders with another method continue. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenPaymentMethods } from '../../given-payments.ts';
import { openOperator } from '../../operator.ts';
import { labSettings } from '../../settings.ts';
import { deploy } from '../given-deploy.ts';

const labs: Lab[] = [];
let owner: GivenAccount;
const open = async (paymentGateways = labSettings.paymentGateways): Promise<Lab> => {
  const lab = await openLab({ settings: { ...labSettings, paymentGateways } });
  labs.push(lab);
  await givenPaymentMethods(lab.db);
  const bitcoin = { key: 'bitcoin', driver: 'btcpay', name: 'Bitcoin', position: 3 } as const;
  await lab.db.insertInto('payment_methods').values(bitcoin).execute();
  owner = await givenAccount(lab.db, { funds: 100_000n });
  return lab;
};
let lab: Lab;
beforeEach(async () => {
  lab = await open();
});
afterEach(async () => {
  for (const one of labs.splice(0)) await one.close();
});
afterAll(() => expect(labs).toEqual([]));

const call = (name: Parameters<Lab['call']>[0], input: object = {}) => lab.call(name, input as never, { token: owner.token });
const keys = async () => (await call('listPaymentMethods')).body.data.map(({ key }: { key: string }) => key);
const waiting = async () => Number((await deploy(lab, owner, { auto_pay: false })).headers['x-order-id']);
const withoutIban = () => lab.db.updateTable('seller').set({ iban: null }).execute();

test('listPaymentMethods shows the balance and the methods that can take payments here', async () => {
  const { body } = await call('listPaymentMethods');
  expect(body.data).toEqual([
    { key: 'balance', name: 'Balance', minimum: null, maximum: null, saves_card: false },
    { key: 'card', name: 'Card', minimum: 1, maximum: 1000, saves_card: true },
    { key: 'bank', name: 'Bank transfer', minimum: null, maximum: null, saves_card: false },
  ]);
  expect((await lab.call('listPaymentMethods')).status).toBe(401);
  await withoutIban();
  expect(await keys()).toEqual(['balance', 'card']);
  lab = await open([]);
  expect(await keys()).toEqual(['balance', 'bank']);
});

test('refuses methods that are not offered, with the available ones in the error of the field', async () => {
  await givenNode(lab.db);
  const order = await waiting();
  await withoutIban();
  for (const payment_method of ['bitcoin', 'bank', 'bitcoin-ln']) {
    const answers = [
      await call('payOrders', { body: { order_ids: [order], payment_method } }),
      await call('updateOrder', { params: { id: order }, body: { payment_method } }),
      await call('depositFunds', { body: { amount: 10, payment_method } }),
    ];
    const sentence = `The payment method ${payment_method} is not available. Choose one of: balance, card.`;
    for (const { status, body } of answers) expect([status, body.errors]).toEqual([422, { payment_method: [sentence] }]);
  }
});

test('an order whose method is no longer offered can be shown, changed, paid otherwise and deleted', async () => {
  await givenNode(lab.db);
  const [first, second] = [await waiting(), await waiting()];
  const body = { order_ids: [first, second], payment_method: 'bank' };
  expect((await call('payOrders', { body })).status).toBe(200);
  const deposit = (await call('depositFunds', { body: { amount: 10, payment_method: 'bank' } })).body.id;
  await withoutIban();
  const shown = await call('getOrder', { params: { id: first } });
  expect([shown.status, shown.body.payment_method, shown.body.status]).toEqual([200, 'bank', 'awaiting_payment']);
  expect((await call('listOrders')).status).toBe(200);
  const same = await call('updateOrder', { params: { id: first }, body: { payment_method: 'bank', auto_pay: false } });
  expect([same.status, same.body.payment_method]).toEqual([200, 'bank']);
  const paid = await call('payOrders', { body: { order_ids: [first] } });
  expect([paid.status, paid.body.data[0].status]).toEqual([200, 'paid']);
  expect((await call('updateOrder', { params: { id: second }, body: { payment_method: 'card' } })).status).toBe(200);
  for (const id of [second, deposit]) expect((await call('deleteOrder', { params: { id } })).status).toBe(204);
});

test('applying a catalogue lists the methods that customers cannot choose', async () => {
  const operator = openOperator({ db: lab.db, settings: { paymentGateways: [] } });
  await withoutIban();
  const file = 'catalogue.yaml';
  expect((await operator.run('applyCatalogue', { file })).warnings).toEqual([
    'Payment method card (Card) is not offered: the sandbox takes payments in a trial only (payments.trial), and only while the API listens on loopback alone.',
    'Payment method bank (Bank transfer) is not offered: the seller has no IBAN. Set seller.iban in the catalogue.',
  ]);
  expect(await operator.print('applyCatalogue', { file })).toMatch(/file\.\nWarning: Payment method card .*\nWarning: .* bank /);
});
