/** Tests the mail about a renewal whose charge was under way at the request for an end by staff, and then fails. */
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { mailsOf } from '../../given-mails.ts';
import { givenSavedCard } from '../../given-payments.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

const NOW = new Date('2027-02-21T00:00:00Z');
const FAILURE = { code: 'declined', reason: 'The card was declined.' };
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let operator: Operator;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(NOW);
  operator = openOperator({ db: house.lab.db, clock: house.clock });
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  house.setTime(NOW);
  me = await givenAccount(db());
  await givenSavedCard(db(), me);
});

const db = () => house.lab.db;
const end = (service: number) => operator.run('endService', { service, after: 24, reason: 'It sends spam.' });
const keep = (service: number) => operator.run('keepService', { service, reason: 'A mistake.' });
const waitingFacts = () =>
  db().selectFrom('mails_due').select('id').where('account_id', '=', me.accountId).where('kind', '=', 'order-void').execute();
const orderNow = async () => (await house.given.orders(me.accountId)).at(-1) ?? expect.fail('no order');

/** Adds servers without a machine, which no workflow locks. Their renewal is one order, whose charge is under way. */
async function charged(count = 1) {
  const services: number[] = [];
  for (let n = 0; n < count; n += 1) services.push(await house.given.server(me.accountId, { renew_price: 1000n }));
  await db().updateTable('server_details').set({ power: 'absent' }).where('id', 'in', services).execute();
  await house.given.renew();
  const { id: order } = await orderNow();
  await db().updateTable('orders').set({ status: 'processing' }).where('id', '=', order).execute();
  return { services, bad: services[0] ?? expect.fail(), order };
}

/** Writes the mails of the next two minutes. Returns those of the account. */
async function written() {
  const before = (await mailsOf(db(), me)).length;
  await house.written(me);
  return (await mailsOf(db(), me)).slice(before);
}

test('a charge that fails after the mail about the end is told with the void order, once, and nobody is asked to pay', async () => {
  const { bad, order } = await charged();
  await end(bad);
  expect(await written()).toMatchObject([{ template: 'service-ending', data: { orders: [] } }]);
  await house.refuseCharge(order);
  // The order still waits, so the end may be undone.
  expect(await written()).toEqual([]);
  await expireServices(house.given.cx());
  expect(await orderNow()).toMatchObject({ id: order, status: 'cancelled' });
  expect(await written()).toMatchObject([
    {
      template: 'order-void',
      data: { order, gross: '12.00 EUR', failure: { ...FAILURE, amount: '12.00 EUR' }, isEnding: true, isOrderable: false },
    },
  ]);
  expect(await written()).toEqual([]);
  expect(await waitingFacts()).toEqual([]);
});

test('a charge that fails within the minute of the request is told once, beside the mail about the end', async () => {
  const { bad, order } = await charged();
  await end(bad);
  await house.refuseCharge(order);
  await expireServices(house.given.cx());
  const mails = await written();
  expect(mails.map(({ template }) => template).toSorted()).toEqual(['order-void', 'service-ending']);
  expect(mails.find(({ template }) => template === 'service-ending')).toMatchObject({ data: { orders: [] } });
  expect(mails.find(({ template }) => template === 'order-void')).toMatchObject({ data: { order, failure: FAILURE } });
});

test('an end that is undone before the order is void leaves the usual mail about a failed charge', async () => {
  const { bad, order } = await charged();
  await end(bad);
  await house.refuseCharge(order);
  await keep(bad);
  await expireServices(house.given.cx());
  expect(await orderNow()).toMatchObject({ id: order, status: 'awaiting_payment' });
  expect(await written()).toMatchObject([
    { template: 'charge-failed', data: { order, amount: '12.00 EUR', ...FAILURE, services: [{}], page: expect.any(String) } },
  ]);
  expect(await waitingFacts()).toEqual([]);
});

test('an end that is undone after the order is void is not named', async () => {
  const { bad, order } = await charged();
  await end(bad);
  await house.refuseCharge(order);
  await expireServices(house.given.cx());
  await keep(bad);
  expect(await written()).toMatchObject([
    { template: 'order-void', data: { order, failure: FAILURE, isEnding: false, isOrderable: true } },
  ]);
});

test('an order that stays for another service is told as failed with that service alone, and asked for again', async () => {
  const { services, bad, order } = await charged(2);
  await end(bad);
  await house.refuseCharge(order);
  await expireServices(house.given.cx());
  const mails = (await written()).filter(({ template }) => template !== 'service-ending');
  expect(mails).toMatchObject([
    { template: 'charge-failed', data: { order, services: [{}], amount: '24.00 EUR' } },
    { template: 'renewal-due', data: { debts: [{ order, amount: '12.00 EUR' }], reduced: true } },
  ]);
  expect(mails[0]?.data).toMatchObject({ services: { length: services.length - 1 } });
});

test('a waiting request asks for no renewal of a service that staff ends', async () => {
  const { bad, order } = await charged();
  const fact = { kind: 'renewal-due', account_id: me.accountId, order_id: order, ids: [], created_at: NOW, due_at: NOW };
  await db().insertInto('mails_due').values(fact).execute();
  await end(bad);
  await house.refuseCharge(order);
  expect((await written()).map(({ template }) => template)).toEqual(['service-ending']);
});

test('two workers beside a keep tell of a failed charge once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { bad, order } = await charged();
    await end(bad);
    await written();
    await house.refuseCharge(order);
    if (round > 1) await expireServices(house.given.cx());
    house.setTime(new Date(house.clock.now().getTime() + minutes(1)));
    const before = (await mailsOf(db(), me)).length;
    const compose = () => composeMails(house.given.cx());
    await Promise.all([compose(), round % 2 === 0 ? keep(bad) : expireServices(house.given.cx()), compose()]);
    await written();
    await written();
    const told = (await mailsOf(db(), me)).slice(before).filter(({ template }) => template !== 'service-kept');
    const status = (await orderNow()).status;
    expect([round, told.map(({ template }) => template)]).toEqual([
      round,
      [status === 'cancelled' ? 'order-void' : 'charge-failed'],
    ]);
    me = await givenAccount(db());
    await givenSavedCard(db(), me);
  }
});
