import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { type Chain, openChain } from '@innkeeper/lab/chain';
import { type GivenAccount, givenAccount, givenNode } from '@innkeeper/lab/given';
import { givenPaymentMethods, landNow } from '@innkeeper/lab/given-payments';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { balance } from '@innkeeper/lab/slices/given-deploy';
import { grouped } from '@innkeeper/model/payments/reference';
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

test('importBank finds the payment by its reference, takes each line once, and lists what belongs to nobody', async () => {
  const owner = await givenAccount(chain.db);
  const { orderId, payment } = await transfer(owner, 12.5);
  const lines = [
    { amount: '12.50', text: `Deposit ${grouped(payment.reference).toLowerCase()}` },
    { amount: '3.00', text: 'for the coffee' },
  ];
  const first = await importing(...lines);
  expect(first).toMatchObject({ lines: 2, known: 0, matched: 1, unmatched: [{ amount: '3.00', text: 'for the coffee' }] });
  expect(await importing(...lines)).toMatchObject({ lines: 2, known: 2, matched: 0, unmatched: [] });
  expect(await balance(chain, owner)).toBe(12.5);
  expect(await orderOf(owner, orderId)).toMatchObject({ status: 'paid', payment_method: 'bank' });
  expect((await operator.run('listBank')).data.map(({ text }) => text)).toContain('for the coffee');
  // What a person says then is posted like the others.
  const other = await transfer(owner, 3);
  const line = first.unmatched[0]?.id;
  expect(await operator.run('assignBank', { line, payment: other.payment.id })).toMatchObject({ payment_id: other.payment.id });
  await expect(operator.run('assignBank', { line, payment: payment.id })).rejects.toThrow('already');
  await landNow(chain.db);
  expect(await balance(chain, owner)).toBe(15.5);
});

test('too little, too much and twice become balance', async () => {
  const owner = await givenAccount(chain.db);
  const { orderId, payment } = await transfer(owner, 10);
  await importing({ amount: '4.00', text: payment.reference });
  expect(await orderOf(owner, orderId)).toMatchObject({ status: 'awaiting_payment' });
  expect(await balance(chain, owner)).toBe(4);
  await importing({ amount: '7.00', text: `${payment.reference} the rest` });
  expect(await orderOf(owner, orderId)).toMatchObject({ status: 'paid' });
  await importing({ amount: '10.00', text: `${payment.reference} again` });
  expect(await balance(chain, owner)).toBe(21);
  const { data } = (await chain.call('listBalanceTransactions', {}, as(owner))).body;
  expect(data[0].description).toContain('kept as balance: it was paid already');
});

test('importBank refuses a file that it does not understand as a whole', async () => {
  await writeFile(join(directory, 'odd.csv'), 'date;amount');
  await expect(operator.run('importBank', { file: join(directory, 'odd.csv') })).rejects.toThrow('not well-formed');
  await expect(operator.run('importBank', { file: join(directory, 'absent.xml') })).rejects.toThrow('cannot be read');
});
