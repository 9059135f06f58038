import { expectBooksClean } from '@innkeeper/lab/books';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { pollPaymentsAhead } from '@innkeeper/lab/given-payments';
import { openPaymentLab, type PaymentLab } from '@innkeeper/lab/payment-lab';
import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

let lab: PaymentLab;
beforeAll(async () => {
  lab = await openPaymentLab();
});
afterAll(() => lab.close());
afterEach(() => expectBooksClean(lab.chain.db));

const as = ({ token }: GivenAccount) => ({ token });
test("addOrder creates custom lines with the account's VAT, and the customer pays them like any order", async () => {
  const owner = await givenAccount(lab.chain.db);
  const made = await lab.operator.run('addOrder', { account: owner.email, lines: ['Setup=50.00', 'Cabling=0.08'] });
  expect(made).toMatchObject({ net: '50.08', vat: '10.02', gross: '60.10', status: 'awaiting_payment' });
  expect(await lab.orderOf(owner, made.id)).toMatchObject({
    type: 'custom',
    services: [
      { label: 'Setup', amount: 50, service_type: null, service_id: null },
      { label: 'Cabling', amount: 0.08 },
    ],
  });
  await lab.chain.call('payOrders', { body: { order_ids: [made.id], payment_method: 'card' } }, as(owner));
  await lab.chain.worker.idle();
  await pollPaymentsAhead(lab.chain, minutes(1));
  await vi.waitFor(async () =>
    expect(await lab.orderOf(owner, made.id)).toMatchObject({ status: 'paid', payment_method: 'card' }),
  );
  await expect(lab.operator.run('addOrder', { account: owner.email, lines: ['Setup'] })).rejects.toThrow('amount without VAT');
  // A custom order delivers no service, so a total of 0 is a mistake.
  for (const lines of [['Setup=0.00'], ['Setup=0', 'Cabling=0.00'], ['Setup=999999999.99'], ['Setup=999999.99', 'Cabling=0.02']])
    await expect(lab.operator.run('addOrder', { account: owner.email, lines })).rejects.toThrow('add up to more than 0.00');
  const included = { account: owner.email, lines: ['Setup=999999.99', 'Cabling=0.01', 'Advice=0.00'] };
  expect(await lab.operator.run('addOrder', included)).toMatchObject({ net: '1000000.00' });
  const funded = await givenAccount(lab.chain.db, { funds: 100_00n });
  const paid = await lab.operator.run('addOrder', { account: funded.email, lines: ['Setup=50'], auto_pay: true });
  expect(paid.status).toBe('paid');
});

test('showOrder lists lines, payments, invoices and refunds, and refundOrder checks its input', async () => {
  const owner = await givenAccount(lab.chain.db, { funds: 100_00n });
  const { id: order } = await lab.operator.run('addOrder', { account: owner.email, lines: ['Setup=50'], auto_pay: true });
  const shown = await lab.operator.run('showOrder', { order });
  expect(shown).toMatchObject({
    ...{ account: owner.accountId, email: owner.email, type: 'custom', status: 'paid', method: 'balance', refunded: '0.00' },
    lines: [{ label: 'Setup', service: null, period: null, net: '50.00', vat: '10.00', refunded_net: '0.00' }],
    ...{ payments: [], refunds: [] },
  });
  const refund = (more: object) =>
    lab.operator.run('refundOrder', { order, to: 'balance', reason: 'Sorry for the outage.', ...more });
  await expect(refund({ lines: ['Setup=1'] })).rejects.toThrow('id of a line');
  await expect(refund({ lines: ['1=0.00'] })).rejects.toThrow('more than 0');
  await expect(refund({ lines: ['1', '1=2'] })).rejects.toThrow('named once');
  await expect(refund({ to: 'bank' })).rejects.toThrow('payer or balance');
  await expect(refund({ reason: ' ' })).rejects.toThrow('one line of 1 to 200 characters');
  await expect(refund({ order: 999_999 })).rejects.toThrow('does not exist');
  await expect(lab.operator.run('showOrder', { order: 999_999 })).rejects.toThrow('does not exist');
  expect(await refund({ lines: [`${shown.lines[0]?.id}=12.50`] })).toMatchObject({
    refunded: '15.00',
    refund: { gross: '15.00' },
  });
});

test('showOrder says why an order is cancelled, and nothing of one that is not', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { id: order } = await lab.operator.run('addOrder', { account: owner.email, lines: ['Setup=50'] });
  expect(await lab.operator.run('showOrder', { order })).toMatchObject({ status_reason: null });
  const [head] = (await lab.operator.print('showOrder', { order })).split('\n');
  expect(head).toBe(`Order ${order} of account ${owner.accountId}: custom, awaiting payment.`);
  expect((await lab.chain.call('deleteOrder', { params: { id: order } }, as(owner))).status).toBe(204);
  const reason = (await lab.operator.run('showOrder', { order })).status_reason;
  expect(reason).toContain('deleted before payment');
  expect((await lab.operator.print('showOrder', { order })).split('\n')[0]).toBe(
    `Order ${order} of account ${owner.accountId}: custom, cancelled. ${reason}`,
  );
});
