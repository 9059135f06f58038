/** Tests that a card is stored only by consent, listed, charged, replaced and removed. */
import { findTaxProfiles } from '@innkeeper/db/tables/tax';
import { chargeSavedCard } from '@innkeeper/domain/payments/charge-saved-card';
import { applyOutcome } from '@innkeeper/domain/receipts/apply';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { detachCards } from '@innkeeper/jobs/detach-cards';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenPaymentMethods, givenSavedCard, pollPaymentsAhead } from '../../given-payments.ts';
import { openOperator } from '../../operator.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await openChain();
  await givenPaymentMethods(chain.db);
});
afterAll(() => chain.close());
afterEach(() => expectBooksClean(chain.db));

const as = ({ token }: { token: string }) => ({ token });
const cardsOf = async (owner: GivenAccount) => (await chain.call('listPaymentCards', {}, as(owner))).body.data;
const remove = (owner: { token: string }, id: number) => chain.call('deletePaymentCard', { params: { id } }, as(owner));
const hasCard = async (owner: GivenAccount) => (await chain.call('getBalance', {}, as(owner))).body.has_valid_card;
const rowOf = (id: number) => chain.db.selectFrom('saved_cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const detach = () => detachCards({ ...givenJobCx(chain.db), payments: chain.engine.payments, log: SILENT_LOG });
const statusOf = async (owner: GivenAccount, id: number) =>
  (await chain.call('getOrder', { params: { id } }, as(owner))).body.status;

async function pay(owner: GivenAccount, store_card?: boolean, amount = 20): Promise<void> {
  const body = { amount, payment_method: 'card', ...(store_card !== undefined && { store_card }) };
  const { id } = (await chain.call('depositFunds', { body }, as(owner))).body;
  await chain.worker.idle();
  await pollPaymentsAhead(chain, minutes(1));
  await vi.waitFor(async () => expect(await statusOf(owner, id)).toBe('paid'));
}

/** Places an order that the balance does not pay. */
async function owed(owner: GivenAccount): Promise<number> {
  return (await openOperator({ db: chain.db }).run('addOrder', { account: owner.email, lines: ['Setup=300.00'] })).id;
}

async function charge(order: number) {
  const row = await chain.db.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow();
  return chain.db.transaction().execute((trx) => chargeSavedCard({ ...givenJobCx(trx), db: trx }, row));
}

const lastPayment = (owner: GivenAccount) =>
  chain.db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', owner.accountId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

test.each([undefined, false])('a payment with store_card %s stores no card', async (storeCard) => {
  const owner = await givenAccount(chain.db);
  await pay(owner, storeCard);
  expect(await cardsOf(owner)).toEqual([]);
  expect(await hasCard(owner)).toBe(false);
});

test('a stored card is listed, charged, removed, and never charged again; the next one is', async () => {
  const owner = await givenAccount(chain.db, { country: 'US' });
  await pay(owner, true);
  const [card] = await cardsOf(owner);
  expect(card).toMatchObject({ brand: 'sandbox', last4: '4242', expiry_month: 12, expiry_year: 2099, charged: true });
  expect(await charge(await owed(owner))).toMatchObject({ begun: true });
  await chain.worker.idle();

  const removal = await remove(owner, card.id);
  expect(removal.status).toBe(204);
  expect((await remove(owner, card.id)).status).toBe(404);
  expect(await cardsOf(owner)).toEqual([]);
  expect(await hasCard(owner)).toBe(false);
  expect(await charge(await owed(owner))).toEqual({ begun: false, why: 'no_card' });
  await detach();
  expect((await rowOf(card.id)).detached_at).not.toBeNull();
  const audited = chain.db.selectFrom('audit_log').select('action').where('account_id', '=', owner.accountId);
  expect((await audited.execute()).filter(({ action }) => action === 'deletePaymentCard')).toHaveLength(1);

  await pay(owner, true);
  expect(await cardsOf(owner)).toMatchObject([{ charged: true }]);
  expect(await charge(await owed(owner))).toMatchObject({ begun: true });
  await chain.worker.idle();
  expect((await lastPayment(owner)).state).toBe('succeeded');
});

test('a repeated removal with one key has one effect and one reply', async () => {
  const owner = await givenAccount(chain.db);
  const id = await givenSavedCard(chain.db, owner);
  const once = () =>
    chain.call('deletePaymentCard', { params: { id } }, { ...as(owner), headers: { 'idempotency-key': 'remove-1' } });
  expect([(await once()).status, (await once()).status]).toEqual([204, 204]);
});

test('of two simultaneous removals one finds the card', async () => {
  const owner = await givenAccount(chain.db);
  const id = await givenSavedCard(chain.db, owner);
  const answers = await Promise.all([remove(owner, id), remove(owner, id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
});

test('late reports revive no card: neither a removed one, nor one that the gateway has ended', async () => {
  const owner = await givenAccount(chain.db);
  await pay(owner, true);
  const [card] = await cardsOf(owner);
  const payment = await lastPayment(owner);
  const stored = await rowOf(card.id);
  const report = () =>
    applyOutcome(givenJobCx(chain.db), payment.id, {
      state: 'succeeded',
      receipts: [],
      card: {
        ...{ gatewayId: stored.gateway_id, gatewayCustomer: stored.gateway_customer, brand: stored.brand, last4: stored.last4 },
        ...{ expiryMonth: stored.expiry_month, expiryYear: stored.expiry_year, country: null },
      },
    });
  await remove(owner, card.id);
  await report();
  expect(await cardsOf(owner)).toEqual([]);
  await detach();
  await report();
  expect(await cardsOf(owner)).toEqual([]);
  expect(await hasCard(owner)).toBe(false);
  await chain.db.updateTable('saved_cards').set({ detach_asked_at: null, detached_at: null }).where('id', '=', card.id).execute();
  await report();
  expect(await cardsOf(owner)).toEqual([]);
});

test('the same card, stored again, replaces its row; another one is listed beside it', async () => {
  const owner = await givenAccount(chain.db);
  await pay(owner, true);
  const [first] = await cardsOf(owner);
  const other = await givenSavedCard(chain.db, owner, { last4: '1881' });
  await pay(owner, true);
  const now = await cardsOf(owner);
  expect(now.map(({ last4, charged }: { last4: string; charged: boolean }) => [last4, charged])).toEqual([
    ['4242', true],
    ['1881', false],
  ]);
  expect(now[1].id).toBe(other);
  expect(now[0].id).not.toBe(first.id);
  expect((await rowOf(first.id)).detach_asked_at).not.toBeNull();
});

test('an expired card is listed, and an older valid one is charged', async () => {
  const owner = await givenAccount(chain.db);
  const valid = await givenSavedCard(chain.db, owner);
  const expired = await givenSavedCard(chain.db, owner, { last4: '1881', expiry_year: 2020 });
  expect(await cardsOf(owner)).toMatchObject([
    { id: expired, charged: false },
    { id: valid, charged: true },
  ]);
  expect((await remove(owner, expired)).status).toBe(204);
});

test('the same order paid with and without consent is two payments; a repetition is one', async () => {
  const owner = await givenAccount(chain.db, { country: 'US' });
  const order = await owed(owner);
  const payOrder = (store_card: boolean) =>
    chain.call('payOrders', { body: { order_ids: [order], payment_method: 'card', store_card } }, as(owner));
  const ids: number[] = [];
  for (const consent of [true, true, false]) {
    expect((await payOrder(consent)).status).toBe(200);
    ids.push((await lastPayment(owner)).id);
  }
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
  expect((await lastPayment(owner)).store_card).toBe(false);
});

test.each(['bank', 'balance'])('%s cannot store a card', async (payment_method) => {
  const owner = await givenAccount(chain.db, { country: 'US' });
  const body = { order_ids: [await owed(owner)], payment_method, store_card: true };
  const answer = await chain.call('payOrders', { body }, as(owner));
  expect(answer).toMatchObject({ status: 422, body: { errors: { store_card: expect.anything() } } });
});

test('a card that is removed before its charge has begun is not charged; the order awaits payment', async () => {
  const owner = await givenAccount(chain.db, { country: 'US' });
  const card = await givenSavedCard(chain.db, owner);
  const order = await owed(owner);
  await chain.worker.idle();
  const row = await chain.db.selectFrom('orders').selectAll().where('id', '=', order).executeTakeFirstOrThrow();
  await chain.db.transaction().execute(async (trx) => {
    const cx = { ...givenJobCx(trx), db: trx };
    await chargeSavedCard(cx, row);
    await trx
      .updateTable('saved_cards')
      .set({ ended_at: new Date(), detach_asked_at: new Date() })
      .where('id', '=', card)
      .execute();
  });
  await chain.worker.idle();
  expect(await lastPayment(owner)).toMatchObject({ state: 'failed', failure_code: 'card_removed' });
  expect(await statusOf(owner, order)).toBe('awaiting_payment');
  const facts = await chain.db.selectFrom('mails_due').select('order_id').where('kind', '=', 'renewal-due').execute();
  expect(facts).toContainEqual({ order_id: order });
});

test('a card that is removed while it is charged is detached after the charge', async () => {
  const owner = await givenAccount(chain.db, { country: 'US' });
  const card = await givenSavedCard(chain.db, owner);
  const order = (await openOperator({ db: chain.db }).run('addOrder', { account: owner.email, lines: ['Setup=30.06'] })).id;
  expect(await charge(order)).toMatchObject({ begun: true });
  await chain.worker.idle();
  expect((await lastPayment(owner)).state).toBe('pending');
  await remove(owner, card);
  await detach();
  expect((await rowOf(card)).detached_at).toBeNull();
  const { id } = await lastPayment(owner);
  const failed = { state: 'failed', code: 'expired', reason: 'It expired.', hardDecline: false } as const;
  await applyOutcome(givenJobCx(chain.db), id, failed);
  await detach();
  expect((await rowOf(card)).detached_at).not.toBeNull();
});

test('a card that the gateway stored without consent is detached there, and its country stays evidence for VAT', async () => {
  const owner = await givenAccount(chain.db);
  const card = { gatewayId: `pm_${owner.accountId}`, gatewayCustomer: 'cus_1', brand: 'visa', last4: '4242' };
  await chain.call('depositFunds', { body: { amount: 20, payment_method: 'card' } }, as(owner));
  await chain.worker.idle();
  const payment = await lastPayment(owner);
  await applyOutcome(givenJobCx(chain.db), payment.id, {
    state: 'succeeded',
    receipts: [{ id: `receipt-${payment.id}`, amount: 20_00n }],
    card: { ...card, expiryMonth: 12, expiryYear: 2099, country: 'AT' },
    cardCountry: 'AT',
  });
  expect(await cardsOf(owner)).toEqual([]);
  const stored = await chain.db
    .selectFrom('saved_cards')
    .selectAll()
    .where('gateway_id', '=', card.gatewayId)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ ended_at: expect.any(Date), detach_asked_at: expect.any(Date) });
  const profile = (await findTaxProfiles(chain.db, [owner.accountId])).get(owner.accountId);
  expect(profile?.evidence.cardCountry).toBe('AT');
});

test('another account cannot remove a card', async () => {
  const owner = await givenAccount(chain.db);
  const id = await givenSavedCard(chain.db, owner);
  expect((await remove(await givenAccount(chain.db), id)).status).toBe(403);
  expect(await cardsOf(owner)).toHaveLength(1);
});
