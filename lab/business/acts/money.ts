/** Acts of customers with orders and money. */
import { sql } from 'kysely';
import { type Act, type Acts, callOperation } from '../business.ts';
import { callWithQuote } from '../call-with-quote.ts';
import type { Random } from '../random.ts';
import { idsOf, randomId } from '../random-rows.ts';

const WAITING = `status = 'awaiting_payment'`;

/** The cents decide the outcome of a payment by card (`engine/payments/sandbox/outcomes.ts`, `stripe-server.ts`). */
const deposit: Act = async (business, customer) => {
  const { random } = business;
  const payment_method = random.of(['card', 'card', 'bank']);
  const cents = 1_000 + 100 * random.below(140) + random.of([0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6]);
  const body = { amount: cents / 100, payment_method, ...consentTo(payment_method, random) };
  await callOperation(business, 'depositFunds', { body }, customer);
};

/** Lets every other payer store the card, which is then charged for renewals. */
const consentTo = (method: string, random: Random): { store_card?: boolean } =>
  method === 'card' ? { store_card: random.oneIn(2) } : {};

const pay: Act = async (business, customer) => {
  const { random } = business;
  const ids = await idsOf(business, 'orders', WAITING, customer);
  if (ids.length === 0) return;
  const from = random.below(ids.length);
  const order_ids = ids.slice(from, from + 1 + random.below(3));
  const payment_method = random.of(['balance', 'card', 'card', 'bank']);
  const body = { order_ids, payment_method, ...consentTo(payment_method, random) };
  await callOperation(business, 'payOrders', { body }, customer);
};

const deleteOne: Act = async (business, customer) => {
  const id = await randomId(business, 'orders', WAITING, customer);
  if (id !== undefined) await callOperation(business, 'deleteOrder', { params: { id } }, customer);
};

const update: Act = async (business, customer) => {
  const { random } = business;
  const id = await randomId(business, 'orders', WAITING, customer);
  if (id === undefined) return;
  const body = random.of([
    { auto_pay: true },
    { auto_pay: false },
    { payment_method: 'card' },
    { payment_method: 'balance' },
    { promo_code: 'TENTH' },
    { promo_code: 'HALF' },
    { promo_code: null },
  ]);
  await callWithQuote(business, 'updateOrder', { params: { id }, body }, customer);
};

const changePeriod: Act = async (business, customer) => {
  const { random, place } = business;
  const { rows } = await sql<{ order: number; type: string; service: number }>`
    select o.id as order, l.service_type as type, l.service_id as service from orders o join order_lines l on l.order_id = o.id
    where o.account_id = ${customer.accountId} and o.status = 'awaiting_payment' and l.service_id is not null
    order by l.id`.execute(place.lab.db);
  if (rows.length === 0) return;
  const { order, type, service } = random.of(rows);
  const params = { id: order, service_type: type, service_id: service };
  const body = { billing_cycle: random.of([1, 2, 3, 6]), ...(random.oneIn(4) && { promo_code: 'RENEW' }) };
  await callWithQuote(business, 'changeRenewalPeriod', { params, body }, customer);
};

export const MONEY_ACTS: Acts = [
  [8, 'deposit', deposit],
  [6, 'pay', pay],
  [2, 'delete an order', deleteOne],
  [2, 'update an order', update],
  [3, 'change a period', changePeriod],
];
