import { givenAccount } from '@innkeeper/lab/given';
import { givenTaxJson } from '@innkeeper/lab/given-tax';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { insertOrder } from './orders.ts';
import { shownPayments } from './shown-payments.ts';

let lab: TestDatabase;
let accountId: number;
let orderId: number;
beforeAll(async () => {
  lab = await openTestDatabase();
  accountId = (await givenAccount(lab.db)).accountId;
});
beforeEach(async () => {
  const amounts = { net: 1_00n, vat: 0n, gross: 1_00n };
  const order = { account_id: accountId, type: 'deposit', tax: givenTaxJson(), payment_method: 'card', ...amounts };
  orderId = await insertOrder(lab.db, { ...order, status: 'awaiting_payment', lines: [] });
});
afterAll(() => lab.close());

let made = 0;
async function givenPayment(stage: 'waiting' | 'open' | 'over', fields: object): Promise<void> {
  made += 1;
  const { id } = await lab.db
    .insertInto('payments')
    .values({
      ...{ account_id: accountId, gateway: 'sandbox', method: 'card', kind: 'checkout', amount: 1_00n, currency: 'EUR' },
      ...{ reference: `given-${made}`, url: `https://pay.example/${made}` },
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await lab.db.insertInto('payment_orders').values({ payment_id: id, order_id: orderId, stage }).execute();
}
const givenFailure = (failure_code: string) =>
  givenPayment('over', { state: 'failed', ended_at: new Date(), failure_code, reason: `It ended: ${failure_code}.` });

test('shows the latest failure next to a waiting payment, instead of an open one', async () => {
  for (const code of ['stolen_card', 'card_declined', 'replaced', 'closed', 'order_gone']) await givenFailure(code);
  await givenPayment('open', {});
  await givenPayment('waiting', { url: null });
  expect((await shownPayments(lab.db, [orderId])).get(orderId)).toMatchObject({
    payment: { url: null, reference: `given-${made}` },
    failure: 'It ended: card_declined.',
  });
});

test('reads at most two payments of an order, for any number of failures', async () => {
  for (let i = 0; i < 5; i += 1) await givenFailure('card_declined');
  await givenPayment('open', {});
  await givenPayment('waiting', {});
  let rows = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows += result.rows.length;
      return result;
    },
  };
  await shownPayments(lab.db.withPlugin(counter), [orderId]);
  expect(rows).toBe(2);
});
