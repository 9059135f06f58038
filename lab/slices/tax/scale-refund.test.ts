/** Tests that a refund has the VAT rate that was paid for that time, whatever the current rate is. */
import { settlePendingTaxes } from '@innkeeper/jobs/settle-pending-tax';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let operator: Operator;
beforeAll(async () => {
  chain = await openChain();
  operator = openOperator(chain);
  await givenNode(chain.db);
  await givenSeller(chain.db);
  await operator.run('addPlan', { key: 'pico', name: 'Pico', vcpus: 1, memory: 1, disk: 10, traffic: 1, price: '1' });
});
afterAll(async () => {
  await expectBooksClean(chain.db);
  await chain.close();
});

/** Deploys a server of the plan nano and waits until it is active. */
async function given(owner: GivenAccount): Promise<number> {
  const { body } = await deploy(chain, owner);
  await chain.serverWhen(body.id, owner.token, ({ status }) => status === 'active');
  return body.id;
}
const calculate = async (id: number, { token }: GivenAccount) => {
  const { status, body } = await chain.call(
    'calculateServerScale',
    { params: { id }, body: { plan: 'pico', scale_disk: false } },
    { token },
  );
  expect(status).toBe(200);
  return body;
};

/** Returns the steps that `explainOrder` shows for the change, except its own VAT. */
async function explained(orderId: unknown, { token }: GivenAccount): Promise<string[]> {
  const { body } = await chain.call('explainOrder', { params: { id: Number(orderId) } }, { token });
  return body.lines[0].steps.slice(0, -1).map(({ text }: { text: string }) => text);
}

test('refunds each of several orders at its own VAT rate, with a credit note per original invoice', async () => {
  const owner = await givenAccount(chain.db, { country: 'DE', funds: 100_000n });
  const id = await given(owner);
  const { id: country_id } = await chain.db
    .selectFrom('countries')
    .select('id')
    .where('code', '=', 'DE')
    .executeTakeFirstOrThrow();
  await chain.db.insertInto('vat_rates').values({ country_id, rate_bp: 2_500, valid_from: new Date() }).execute();
  await chain.call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } }, { token: owner.token });
  // The new price is 2.99 lower for each month.
  const { amount, amount_with_vat } = await calculate(id, owner);
  expect([amount, amount_with_vat]).toEqual([-5.98, -7.3]);
  const body = { plan: 'pico', scale_disk: false };
  const { headers } = await chain.call('scaleServer', { params: { id }, body }, { token: owner.token });
  await chain.serverWhen(id, owner.token, ({ locked, plan }) => locked === null && plan.key === 'pico');
  await issueNow(chain.db);
  const { rows } = await sql`
    select n.net, n.vat, o.type, o.tax ->> 'rateBp' as rate, n.document #> '{lines,0,words}' as words
    from invoices n join invoice_corrections c on c.credit_note_id = n.id join invoice_orders of on of.invoice_id = c.original_id
    join orders o on o.id = of.order_id where n.account_id = ${owner.accountId} order by o.id`.execute(chain.db);
  // The quote explains the refund like the order, and adds the VAT of each part.
  const steps = await explained(headers['x-order-id'], owner);
  expect(steps.at(-1)).toMatch(/^Refunded to the balance: EUR 5\.98 and VAT of EUR 1\.32, paid with order \d+ and \d+\.$/);
  expect(rows).toEqual([
    { net: -299n, vat: -57n, type: 'new-service', rate: '1900', words: [...steps, 'VAT of 19 % on EUR 2.99: EUR 0.57.'] },
    { net: -299n, vat: -75n, type: 'renew-service', rate: '2500', words: [...steps, 'VAT of 25 % on EUR 2.99: EUR 0.75.'] },
  ]);
});

test('an order that became a reverse charge refunds no VAT', async () => {
  const owner = await givenAccount(chain.db, { country: 'FR', funds: 100_000n });
  await operator.run('setAccount', { account: owner.email, company: true, vat_number: 'FR40303265045' });
  const id = await given(owner);
  const checked = { verdict: 'valid' as const, checked_at: new Date() };
  await chain.db.updateTable('vat_checks').set(checked).where('account_id', '=', owner.accountId).execute();
  expect(await settlePendingTaxes(givenJobCx(chain.db))).toBe(1);
  const { amount, amount_with_vat } = await calculate(id, owner);
  expect(amount).toBeLessThan(0);
  expect(amount_with_vat).toBe(amount);
});
