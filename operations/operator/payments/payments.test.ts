import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { applyDispute } from '@innkeeper/domain/payments/dispute';
import { type Chain, openChain } from '@innkeeper/lab/chain';
import { type GivenAccount, givenAccount, givenNode } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenPaymentMethods, landNow, lookAhead } from '@innkeeper/lab/given-payments';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { balance, deploy } from '@innkeeper/lab/slices/given-deploy';
import { minutes } from '@innkeeper/model/clock';
import type { SeenDispute } from '@innkeeper/model/payments/outcome';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

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
/** A deposit that waits for its transfer, and its payment. */
async function transfer(owner: GivenAccount, amount: number) {
  const { id } = (await chain.call('depositFunds', { body: { amount, payment_method: 'bank' } }, as(owner))).body;
  await chain.worker.idle();
  const { data } = await operator.run('listPayments', { account: owner.email });
  return { orderId: Number(id), payment: data[0] as (typeof data)[number] };
}
async function importing(...lines: { amount: string; text: string }[]) {
  const entries = lines.map(
    ({
      amount,
      text,
    }) => `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>
      <NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  const file = join(directory, 'statement.xml');
  const id = `${lines.map(({ text }) => text).join(' ')}`;
  await writeFile(file, `<Document><BkToCstmrStmt><Stmt><Id>${id}</Id>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`);
  const reply = await operator.run('importBank', { file });
  await landNow(chain.db);
  return reply;
}

test('confirmPayment posts once, and its line on a later statement not again', async () => {
  const owner = await givenAccount(chain.db);
  const { orderId, payment } = await transfer(owner, 20);
  expect(await operator.run('confirmPayment', { payment: payment.id })).toMatchObject({ state: 'succeeded', received: '20.00' });
  await expect(operator.run('confirmPayment', { payment: payment.id })).rejects.toThrow('there already');
  await importing({ amount: '20.00', text: payment.reference });
  expect(await balance(chain, owner)).toBe(20);
  expect(await orderOf(owner, orderId)).toMatchObject({ status: 'paid' });
});

test('failPayment ends what is open, and nothing else', async () => {
  const owner = await givenAccount(chain.db);
  const { payment } = await transfer(owner, 20);
  expect(await operator.run('failPayment', { payment: payment.id })).toMatchObject({ state: 'failed' });
  await expect(operator.run('failPayment', { payment: payment.id })).rejects.toThrow('has failed');
  await expect(operator.run('showPayment', { payment: 999_999 })).rejects.toThrow('There is no payment');
});

/** A deposit of 20 by card that has come. */
async function paidByCard(owner: GivenAccount, amount = 20) {
  const { id } = (await chain.call('depositFunds', { body: { amount, payment_method: 'card' } }, as(owner))).body;
  await chain.worker.idle();
  await lookAhead(chain, minutes(1));
  expect(await orderOf(owner, id)).toMatchObject({ status: 'paid' });
  const { data } = await operator.run('listPayments', { account: owner.email, state: 'succeeded' });
  return data[0] as (typeof data)[number];
}

test('refundPayment takes the money from the balance, at most what came, and gives it back when the gateway refuses', async () => {
  const owner = await givenAccount(chain.db);
  const { id: payment } = await paidByCard(owner);
  await operator.run('refundPayment', { payment, amount: '5' });
  expect(await balance(chain, owner)).toBe(15);
  await chain.worker.idle();
  expect(await operator.run('showPayment', { payment })).toMatchObject({ refunded: '5.00', refunds: [{ state: 'succeeded' }] });
  await expect(operator.run('refundPayment', { payment, amount: '15.01' })).rejects.toThrow('15.00 can be refunded');
  // The sandbox refuses this amount.
  await operator.run('refundPayment', { payment, amount: '1.01' });
  await chain.worker.idle();
  expect(await operator.run('showPayment', { payment })).toMatchObject({ refunded: '5.00', refunds: [{}, { state: 'failed' }] });
  expect(await balance(chain, owner)).toBe(15);
  await operator.run('refundPayment', { payment });
  expect(await balance(chain, owner)).toBe(0);
});

test('a dispute takes its money back, stops new orders, and what the balance lacks is written off; won, all is as before', async () => {
  const owner = await givenAccount(chain.db);
  const paid = await paidByCard(owner);
  expect((await deploy(chain, owner, { name: 'web-1' })).status).toBe(201);
  const before = await balance(chain, owner);
  const seen = (state: SeenDispute['state']): SeenDispute => ({
    ...{ gatewayId: `dp_${paid.id}`, paymentReference: paid.reference, amount: 20_00n, state, reason: 'fraudulent' },
  });
  const tell = (state: SeenDispute['state']) =>
    chain.db.transaction().execute((trx) => applyDispute({ ...givenJobCx(trx), db: trx }, 'sandbox', seen(state)));
  await tell('inquiry');
  expect(await balance(chain, owner)).toBe(before);
  for (const state of ['open', 'open', 'lost', 'open'] as const) await tell(state);
  expect(await balance(chain, owner)).toBe(0);
  expect((await operator.run('showPayment', { payment: paid.id })).disputes).toMatchObject([
    { amount: '20.00', written_off: '4.79', state: 'lost' },
  ]);
  const refused = await deploy(chain, owner, { name: 'web-2' });
  expect([refused.status, refused.body.code]).toEqual([422, 'payment_disputed']);
  const { disputes } = await operator.run('showPayment', { payment: paid.id });
  await operator.run('settleDispute', { dispute: disputes[0]?.id });
  expect((await deploy(chain, owner, { name: 'web-2', auto_pay: false })).status).toBe(201);

  const other = await givenAccount(chain.db);
  const second = await paidByCard(other, 30);
  const both = (state: SeenDispute['state']) =>
    chain.db.transaction().execute((trx) =>
      applyDispute({ ...givenJobCx(trx), db: trx }, 'sandbox', {
        ...{ gatewayId: `dp_${second.id}`, paymentReference: second.reference, amount: 30_00n, state, reason: 'fraudulent' },
      }),
    );
  for (const state of ['open', 'won', 'open', 'won'] as const) await both(state);
  expect(await balance(chain, other)).toBe(30);
  expect((await deploy(chain, other, { name: 'web-3' })).status).toBe(201);
});
