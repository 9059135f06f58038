/** Tests orders of customers in places whose VAT differs from that of their country. */
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { checkVatNumbers } from '@innkeeper/jobs/check-vat-numbers';
import { settlePendingTaxes } from '@innkeeper/jobs/settle-pending-tax';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { deploy } from '../given-deploy.ts';

const now = new Date('2027-02-10T12:00:00Z');
const clock = { now: () => now };
let lab: Lab;
let operator: Operator;
let worker: OpenDatabase;
beforeAll(async () => {
  lab = await openLab({ clock });
  await givenNode(lab.db);
  operator = openOperator({ db: lab.db, clock });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), clock });
});
beforeEach(() => sellFrom('DE'));
afterAll(async () => {
  await expectBooksClean(lab.db);
  await worker.close();
  await lab.close();
});

const sellFrom = (country: string) => lab.db.updateTable('seller').set({ country }).execute();
/** Orders a server of the plan nano, which costs 3.99 a month without VAT. */
async function order(account: GivenAccount) {
  const { status, headers } = await deploy(lab, account, { name: `web-${Math.random().toString(36).slice(2)}` });
  expect(status).toBe(201);
  const id = Number(headers['x-order-id']);
  return lab.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
const customerOf = (country: string) => givenAccount(lab.db, { country, funds: 10_000n });

test('a customer on the Canary Islands pays no VAT, and the order and its explanation name the territory', async () => {
  const me = await customerOf('ES');
  expect((await lab.call('updateUser', { body: { postal_code: '35 001' } }, me)).status).toBe(200);
  const { id, vat, tax } = await order(me);
  expect({ vat, tax }).toMatchObject({
    vat: 0n,
    tax: { country: 'ES', rateBp: 0, rule: 'outside-eu', evidence: { country: 'ES', territory: 'Canary Islands' } },
  });
  const { body } = await lab.call('explainOrder', { params: { id } }, me);
  expect(body.tax).toMatchObject({ rule: 'outside-eu', evidence: { country: 'ES', territory: 'Canary Islands' } });
  const mainland = await order(await customerOf('ES'));
  expect(mainland).toMatchObject({ vat: 84n, tax: { rule: 'eu-consumer-destination', evidence: { territory: null } } });
});

test('customers in Monaco pay French VAT, and a French number proven later is a reverse charge in France', async () => {
  const me = await customerOf('MC');
  expect(await order(me)).toMatchObject({
    ...{ vat: 80n, tax: { country: 'FR', rateBp: 2000, rule: 'eu-consumer-destination', evidence: { country: 'MC' } } },
  });
  await expect(operator.run('setAccount', { account: me.email, company: true, vat_number: 'MC123456789' })).rejects.toThrow(
    'Must begin with FR',
  );
  await operator.run('setAccount', { account: me.email, company: true, vat_number: 'FR40303265045' });
  expect(await order(me)).toMatchObject({ vat: 80n, tax: { pending: true } });
  const check = async () => ({ verdict: 'valid' as const, consultation: 'WAPI7', name: null, address: null });
  await checkVatNumbers({ ...givenJobCx(worker.db, { clock }), vatNumbers: { capabilities: { registers: true }, check } });
  await settlePendingTaxes(givenJobCx(worker.db, { clock }));
  expect(await order(me)).toMatchObject({ vat: 0n, tax: { country: 'FR', rule: 'reverse-charge', evidence: { country: 'MC' } } });
  const { oss, reverse_charge } = await operator.run('reportTax', { quarter: '2027Q1' });
  expect(oss).toContainEqual({ country: 'FR', rate: 20, base: '3.99', vat: '0.80' });
  expect(reverse_charge).toEqual([{ country: 'FR', vat_number: 'FR40303265045', base: '7.98' }]);
});

test('a seller in Monaco sells from France', async () => {
  await sellFrom('MC');
  for (const country of ['MC', 'FR', 'RE'])
    expect(await order(await customerOf(country)), country).toMatchObject({
      ...{ vat: 80n, tax: { country: 'FR', rule: 'domestic', evidence: { country } } },
    });
});

test('Guadeloupe is domestic for a French seller, and outside for others', async () => {
  const me = await customerOf('GP');
  expect(await order(me)).toMatchObject({ vat: 0n, tax: { rule: 'outside-eu', evidence: { territory: 'Guadeloupe' } } });
  await sellFrom('FR');
  expect(await order(me)).toMatchObject({ vat: 80n, tax: { country: 'FR', rule: 'domestic' } });
});
