import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectBooksClean } from '@innkeeper/lab/books';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { issueNow } from '@innkeeper/lab/given-invoices';
import { postTransfersNow } from '@innkeeper/lab/given-payments';
import { openPaymentLab, type PaymentLab } from '@innkeeper/lab/payment-lab';
import { balance, deploy } from '@innkeeper/lab/slices/given-deploy';
import { formatReference } from '@innkeeper/model/payments/reference';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let lab: PaymentLab;
beforeAll(async () => {
  lab = await openPaymentLab();
});
afterAll(() => lab.close());
afterEach(() => expectBooksClean(lab.chain.db));

const as = ({ token }: GivenAccount) => ({ token });

test('importBank finds the payment by its reference, imports each line once, and lists unmatched ones', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { orderId, payment } = await lab.transfer(owner, 12.5);
  const lines = [
    { amount: '12.50', text: `Deposit ${formatReference(payment.reference).toLowerCase()}` },
    { amount: '3.00', text: 'for the coffee' },
  ];
  const first = await lab.importStatement(...lines);
  expect(first).toMatchObject({ lines: 2, known: 0, matched: 1, unmatched: [{ amount: '3.00', text: 'for the coffee' }] });
  expect(await lab.importStatement(...lines)).toMatchObject({ lines: 2, known: 2, matched: 0, unmatched: [] });
  expect(await balance(lab.chain, owner)).toBe(12.5);
  expect(await lab.orderOf(owner, orderId)).toMatchObject({ status: 'paid', payment_method: 'bank' });
  expect((await lab.operator.run('listBank')).data.map(({ text }) => text)).toContain('for the coffee');
  // A credit that an operator assigns is posted like the matched ones.
  const other = await lab.transfer(owner, 3);
  const line = first.unmatched[0]?.id;
  expect(await lab.operator.run('assignBank', { line, payment: other.payment.id })).toMatchObject({
    payment_id: other.payment.id,
  });
  await expect(lab.operator.run('assignBank', { line, payment: payment.id })).rejects.toThrow('already');
  await postTransfersNow(lab.chain.db);
  expect(await balance(lab.chain, owner)).toBe(15.5);
});

test('importBank warns of matched credits that become balance, and not of money that staff confirmed', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { orderId, payment } = await lab.transfer(owner, 12.5);
  const confirmed = await lab.transfer(owner, 3);
  await lab.operator.run('confirmPayment', { payment: confirmed.payment.id });
  await lab.chain.call('deleteOrder', { params: { id: orderId } }, as(owner));
  const credit = (amount: string, { reference }: { reference: string }, note = '') => ({
    ...{ amount, text: `${formatReference(reference)} ${note}` },
  });
  const { warnings } = await lab.importStatement(
    credit('12.50', payment),
    credit('3.00', confirmed.payment),
    credit('3.01', confirmed.payment, 'again'),
    credit('4.00', (await lab.transfer(owner, 4)).payment),
  );
  const balanceOf = `becomes balance of account ${owner.accountId}`;
  expect(warnings).toEqual([
    expect.stringMatching(new RegExp(`^Credit \\d+ of 12\\.50 ${balanceOf}: order ${orderId} is cancelled\\.$`)),
    expect.stringMatching(
      new RegExp(`^Credit \\d+ of 3\\.01 ${balanceOf}: payment ${confirmed.payment.id} is complete already\\.$`),
    ),
  ]);
});

test('assignBank names account, balance and waiting orders, and warns of money that its payment did not ask for', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { orderId, payment } = await lab.transfer(owner, 4.75);
  const { unmatched } = await lab.importStatement(
    { amount: '4.70', text: 'gift one' },
    { amount: '10.00', text: 'gift two' },
    { amount: '1.00', text: 'gift three' },
  );
  const [one, two, three] = unmatched.map(({ id }) => id);
  const begun = (await lab.operator.print('assignBank', { line: one, account: owner.email })).replace(
    /as payment \d+/,
    'as payment N',
  );
  expect(begun).toBe(
    `Credit ${one} of 4.70 is assigned to account ${owner.accountId} as payment N, and becomes balance.\nOrder ${orderId} of 4.75 waits for payment.`,
  );
  const assigned = (line: number | undefined, amount: string) =>
    `Credit ${line} of ${amount} is assigned to payment ${payment.id} of account ${owner.accountId}.\n`;
  expect(await lab.operator.print('assignBank', { line: two, payment: payment.id })).toBe(
    `${assigned(two, '10.00')}The credit is 5.25 above payment ${payment.id}. The surplus becomes balance of account ${owner.accountId}.`,
  );
  await postTransfersNow(lab.chain.db);
  expect(await lab.operator.print('assignBank', { line: three, payment: payment.id })).toBe(
    `${assigned(three, '1.00')}The credit becomes balance of account ${owner.accountId}: payment ${payment.id} is complete already.`,
  );
  await postTransfersNow(lab.chain.db);
  expect(await balance(lab.chain, owner)).toBe(15.7);
});

test('matches the number of a proform if it is unambiguous', async () => {
  const owner = await givenAccount(lab.chain.db);
  const proformOf = async (order: number) => {
    await issueNow(lab.chain.db);
    const found = await sql<{ number: string }>`
      select i.document ->> 'number' as number from invoices i join invoice_orders o on o.invoice_id = i.id
      where o.order_id = ${order} order by i.id desc limit 1`.execute(lab.chain.db);
    return found.rows[0]?.number ?? '';
  };
  const deposit = async (amount: number, method: string) =>
    Number((await lab.chain.call('depositFunds', { body: { amount, payment_method: method } }, as(owner))).body.id);
  // No payment of this order was begun, because it waits for the balance.
  const { headers } = await deploy(lab.chain, owner, { auto_pay: false });
  const [server, transfer, card] = [Number(headers['x-order-id']), await deposit(7, 'bank'), await deposit(8, 'card')];
  await lab.chain.worker.idle();
  const [ofServer, ofTransfer, ofCard] = [await proformOf(server), await proformOf(transfer), await proformOf(card)];
  const { matched, unmatched } = await lab.importStatement(
    { amount: '4.79', text: `Rechnung ${ofServer}, danke` },
    { amount: '7.00', text: ofTransfer },
    { amount: '7.00', text: `${ofTransfer} again` },
    { amount: '8.00', text: ofCard },
    { amount: '6.00', text: `too little for ${ofCard}` },
    { amount: '11.79', text: `${ofServer} and ${ofTransfer}` },
    { amount: '1.00', text: '9999999999' },
  );
  expect(matched).toBe(2);
  const how = `To make it balance, assign it with --account ${owner.accountId}.`;
  expect(unmatched.map(({ hint }) => hint)).toEqual([
    `The credit names a pro forma invoice of order ${transfer}, and so does another credit. ${how}`,
    expect.stringMatching(`order ${card}, which already has the pending payment \\d+`),
    `The credit names a pro forma invoice of order ${card}, which is over 8.00. ${how}`,
    `The credit names pro forma invoices of the orders ${server}, ${transfer}. ${how}`,
    null,
  ]);
  expect((await lab.operator.run('listBank')).data.map(({ hint }) => hint)).toEqual(
    expect.arrayContaining(unmatched.map(({ hint }) => hint)),
  );
  expect(await lab.orderOf(owner, server)).toMatchObject({ status: 'paid', payment_method: 'bank' });
  expect(await lab.orderOf(owner, transfer)).toMatchObject({ status: 'paid' });
  expect(await lab.orderOf(owner, card)).toMatchObject({ status: 'awaiting_payment' });
  expect((await lab.importStatement({ amount: '4.79', text: ofServer, bookedOn: '2026-03-20' })).unmatched).toMatchObject([
    { hint: `The credit names a pro forma invoice of order ${server}, which is paid. ${how}` },
  ]);
  expect(await balance(lab.chain, owner)).toBe(7);
});

test('amounts that are too small, too large or repeated are added to the balance', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { orderId, payment } = await lab.transfer(owner, 10);
  await lab.importStatement({ amount: '4.00', text: payment.reference });
  expect(await lab.orderOf(owner, orderId)).toMatchObject({ status: 'awaiting_payment' });
  expect(await balance(lab.chain, owner)).toBe(4);
  await lab.importStatement({ amount: '7.00', text: `${payment.reference} the rest` });
  expect(await lab.orderOf(owner, orderId)).toMatchObject({ status: 'paid' });
  await lab.importStatement({ amount: '10.00', text: `${payment.reference} again` });
  expect(await balance(lab.chain, owner)).toBe(21);
  const { data } = (await lab.chain.call('listBalanceTransactions', {}, as(owner))).body;
  expect(data[0].description).toContain('kept as balance: the payment was already complete');
});

test('an unreadable entry is reported, and the others of its file are imported', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { payment } = await lab.transfer(owner, 5);
  const lines = [
    { amount: '5.00', text: payment.reference },
    { amount: '5.001', text: 'odd' },
  ];
  const sentence = /^Entry 2 of statement .* has no amount in whole cents\.$/;
  const reply = await lab.importStatement(...lines);
  expect(reply).toMatchObject({ lines: 1, matched: 1, unreadable: [{ entry: 2, reason: expect.stringMatching(sentence) }] });
  expect(await balance(lab.chain, owner)).toBe(5);
  expect(await lab.operator.print('importBank', { file: join(lab.directory, 'statement.xml') })).toMatch(
    /already imported[\s\S]*\nNot imported: Entry 2 of statement/,
  );
});

test('an entry whose transactions do not add up waits for the operator, also with a reference', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { payment } = await lab.transfer(owner, 9);
  const part = `<TxDtls><Amt Ccy="EUR">9.00</Amt><RmtInf><Ustrd>${payment.reference}</Ustrd></RmtInf></TxDtls>`;
  const entry = `<Ntry><Amt Ccy="EUR">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt>
    <NtryDtls>${part}${part}</NtryDtls></Ntry>`;
  const file = join(lab.directory, 'sum.xml');
  await writeFile(file, `<Document><BkToCstmrStmt><Stmt><Id>sum</Id>${entry}</Stmt></BkToCstmrStmt></Document>`);
  expect(await lab.operator.run('importBank', { file })).toMatchObject({
    ...{ lines: 1, matched: 0 },
    unmatched: [{ amount: '9.00', payment_id: null, hint: 'The transactions of this entry do not add up to its amount.' }],
  });
});

test('importBank refuses an unreadable file as a whole', async () => {
  await writeFile(join(lab.directory, 'odd.csv'), 'date;amount');
  await expect(lab.operator.run('importBank', { file: join(lab.directory, 'odd.csv') })).rejects.toThrow('not well-formed');
  await expect(lab.operator.run('importBank', { file: join(lab.directory, 'absent.xml') })).rejects.toThrow('cannot be read');
});
