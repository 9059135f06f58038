import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { type Chain, openChain } from '@innkeeper/lab/chain';
import { type GivenAccount, givenAccount, givenNode } from '@innkeeper/lab/given';
import { givenPaymentMethods, lookAhead } from '@innkeeper/lab/given-payments';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { minutes } from '@innkeeper/model/clock';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

let chain: Chain;
let operator: Operator;
let directory: string;
beforeAll(async () => {
  [chain, directory] = await Promise.all([openChain(), mkdtemp(join(tmpdir(), 'innkeeper-statements-'))]);
  operator = openOperator(chain);
  await givenNode(chain.db);
  await givenPaymentMethods(chain.db);
});
afterAll(async () => {
  await chain.close();
  await rm(directory, { recursive: true });
});
afterEach(async () => expect(await verifyLedger(chain.db)).toEqual([]));

const as = ({ token }: GivenAccount) => ({ token });
const orderOf = async (owner: GivenAccount, id: number) => (await chain.call('getOrder', { params: { id } }, as(owner))).body;
test('addOrder writes custom lines with the VAT of the account, and the customer pays them as any order', async () => {
  const owner = await givenAccount(chain.db);
  const made = await operator.run('addOrder', { account: owner.email, lines: ['Setup=50.00', 'Cabling=0.08'] });
  expect(made).toMatchObject({ net: '50.08', vat: '10.02', gross: '60.10', status: 'awaiting_payment' });
  expect(await orderOf(owner, made.id)).toMatchObject({
    type: 'custom',
    services: [
      { label: 'Setup', amount: 50, service_type: null, service_id: null },
      { label: 'Cabling', amount: 0.08 },
    ],
  });
  await chain.call('payOrders', { body: { order_ids: [made.id], payment_method: 'card' } }, as(owner));
  await chain.worker.idle();
  await lookAhead(chain, minutes(1));
  await vi.waitFor(async () => expect(await orderOf(owner, made.id)).toMatchObject({ status: 'paid', payment_method: 'card' }));
  await expect(operator.run('addOrder', { account: owner.email, lines: ['Setup'] })).rejects.toThrow('amount without VAT');
  const funded = await givenAccount(chain.db, { funds: 100_00n });
  const paid = await operator.run('addOrder', { account: funded.email, lines: ['Setup=50'], auto_pay: true });
  expect(paid.status).toBe('paid');
});
