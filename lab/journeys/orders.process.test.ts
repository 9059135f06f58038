/** Tests waiting orders: several paid at once, a lost reply, a changed amount, another period, and a cancelled order. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { deploy } from '../slices/given-deploy.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
let origin: string;
beforeAll(async () => {
  chain = await openConsoleLab();
  origin = chain.origin;
  await chain.db
    .insertInto('promo_codes')
    .values({ code: 'SPRING20', percentage: 20, minimum_billing_cycle: 3, applies_to: 'new' })
    .execute();
});
afterAll(() => chain?.close());

describe.each(views(import.meta.url))('at $title', ({ view }) => {
  let customer: Customer;
  let owner: GivenAccount;
  beforeAll(async () => {
    customer = await openCustomer(origin, view);
  });
  afterAll(() => customer?.close());
  beforeEach(async () => {
    await customer.page.unrouteAll({ behavior: 'wait' });
    owner = await givenAccount(chain.db, { funds: 10_000n });
    await signIn(chain.db, customer, owner, origin);
  });

  const order = async (name: string) => Number((await deploy(chain, owner, { name, auto_pay: false })).headers['x-order-id']);
  const balance = async () => (await chain.call('getBalance', {}, { token: owner.token })).body.balance as number;
  const orderOf = async (id: number) => (await chain.call('getOrder', { params: { id } }, { token: owner.token })).body;

  test('pays two orders from the balance once, although the reply is lost', async () => {
    const { page } = customer;
    const ids = [await order('a-1'), await order('a-2')];
    await page.goto(`${origin}/orders`);
    for (const id of ids) await page.getByRole('checkbox', { name: `Choose order ${id}` }).check();
    await expectAccessible(page);
    const keys = new Set<string | undefined>();
    await page.route('**/v1/orders/pay', async (route) => {
      keys.add((await route.request().allHeaders())['idempotency-key']);
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Pay €9.58' }).click();
    // Events report what the lost reply contained.
    await expect.poll(() => page.getByRole('list', { name: 'Paid and cancelled' }).getByText('Paid').count()).toBe(2);
    expect(keys.size).toBe(1);
    // The page may be repeating the call, whose answer must not arrive after the next page has begun.
    await page.unrouteAll({ behavior: 'wait' });
    expect(await balance()).toBe(90.42);
  });

  test('pays nothing while the amount differs from the one on the page', async () => {
    const { page } = customer;
    const id = await order('b-1');
    await page.goto(`${origin}/orders/${id}`);
    const pay = page.getByRole('button', { name: 'Pay €4.79' });
    await pay.waitFor();
    await page.route(`**/v1/orders/${id}`, async (route) => {
      const reply = await route.fetch();
      const body = (await reply.json()) as { amount_with_vat: number };
      return route.fulfill({ response: reply, json: { ...body, amount_with_vat: body.amount_with_vat + 1 } });
    });
    await pay.click();
    await page.getByText('The amount has changed from €4.79 to €5.79. Press again to pay the new amount.').waitFor();
    await page.getByRole('button', { name: 'Pay €5.79' }).waitFor();
    expect((await orderOf(id)).status).toBe('awaiting_payment');
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await pay.click();
    await page.getByRole('status').getByText('Paid', { exact: true }).waitFor();
    expect(await balance()).toBe(95.21);
  });

  test('can pay again after each decline, and another way while no payment page appears', async () => {
    const { page } = customer;
    const id = await order('e-1');
    let failure = 'The card was declined.';
    const withFailure = async () => ({ ...(await orderOf(id)), payment_failure: failure });
    await page.clock.install();
    await page.route(`**/v1/orders/${id}`, async (route) => route.fulfill({ json: await withFailure() }));
    // The gateway declines the next payment before its page is visible.
    await page.route('**/v1/orders/pay', async (route) => {
      const data = [await withFailure()];
      failure = 'The card has expired.';
      return route.fulfill({ json: { data } });
    });
    await page.goto(`${origin}/orders/${id}`);
    await page.getByRole('alert').getByText('The card was declined.').waitFor();
    const pay = page.getByRole('button', { name: 'Pay €4.79' });
    await pay.click();
    await page.getByRole('alert').getByText('The card has expired.').waitFor();
    // A repeated message does not describe the new payment.
    await pay.click();
    await page.getByText('The payment page is being opened.').waitFor();
    await pay.waitFor({ state: 'detached' });
    await page.clock.fastForward(20_000);
    await page.getByText('You can wait, or choose another method.').waitFor();
    await page.getByRole('alert').getByText('The card has expired.').waitFor();
    await page.getByText('Pay in another way').click();
    await page.unrouteAll({ behavior: 'wait' });
    await pay.click();
    await page.getByRole('status').getByText('Paid', { exact: true }).waitFor();
    await page.clock.resume();
  });

  test('changes the period of a renewal, with the new amount on the button', async () => {
    const { page } = customer;
    // The balance covers the server, but not its renewal.
    owner = await givenAccount(chain.db, { funds: 479n });
    await signIn(chain.db, customer, owner, origin);
    const answer = await deploy(chain, owner, { name: 'c-1' });
    const server = answer.body.id as number;
    await chain.serverWhen(server, owner.token, ({ status }) => status === 'active');
    const renewal = await chain.call(
      'renewServers',
      { body: { server_ids: [server], billing_cycle: 1 } },
      { token: owner.token },
    );
    expect(renewal.status, renewal.text).toBeLessThan(300);
    const id = renewal.body.id as number;
    await page.goto(`${origin}/orders/${id}`);
    await page.getByRole('button', { name: 'Change period' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: '3', exact: true }).check();
    await dialog.getByRole('button', { name: 'Change it: €14.36 to pay' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change it: €14.36 to pay' }).click();
    await page.getByRole('button', { name: 'Pay €14.36' }).waitFor();
    expect((await orderOf(id)).amount_with_vat).toBe(14.36);
  });

  test('orders with a promo code that is shown for the plan', async () => {
    const { page } = customer;
    await page.goto(`${origin}/deploy?plan=nano&name=cheap`);
    await page.getByRole('radio', { name: /Tiny Linux/ }).check();
    await page.getByRole('button', { name: 'Generate a password' }).click();
    const codes = page.getByRole('list', { name: 'Codes for this plan' });
    await codes.getByRole('button', { name: 'SPRING20: 20 % off from 3 months on' }).click();
    expect(await page.getByRole('radio', { name: '3', exact: true }).isChecked()).toBe(true);
    const price = page.getByRole('region', { name: 'Price' });
    await price.getByRole('button', { name: 'Deploy for €11.50' }).click();
    await page.getByRole('heading', { name: 'cheap' }).waitFor();
    expect(await balance()).toBe(88.5);
  });

  test('sees at the field that a promo code does not exist, and cancels the order', async () => {
    const { page } = customer;
    const id = await order('d-1');
    await page.goto(`${origin}/orders/${id}`);
    await page.getByRole('button', { name: 'Promo code' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Promo code' }).fill('NOT-THERE');
    await dialog.getByRole('alert').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page
      .getByRole('dialog')
      .getByText(/1 service is not delivered/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('status').getByText('Cancelled').waitFor();
    await page.goto(`${origin}/orders?status=cancelled`);
    await page.getByRole('link', { name: `Order ${id}` }).waitFor();
    expect(await balance()).toBe(100);
  });
});
