/** Tests operations on several servers at once: snapshots with one name, and a renewal with one order and one price. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { deploy } from '../slices/given-deploy.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
beforeAll(async () => {
  chain = await openConsoleLab();
});
afterAll(() => chain?.close());

describe.each(views(import.meta.url))('at $title', ({ view }) => {
  let customer: Customer;
  let owner: GivenAccount;
  let ids: number[];
  beforeAll(async () => {
    owner = await givenAccount(chain.db, { funds: 10_000n });
    const made = [await deploy(chain, owner, { name: 'web-1' }), await deploy(chain, owner, { name: 'web-2' })];
    ids = made.map(({ body }) => body.id as number);
    for (const id of ids) await chain.serverWhen(id, owner.token, ({ status }) => status === 'active');
    customer = await openCustomer(chain.origin, view);
    await signIn(chain.db, customer, owner, chain.origin);
    await customer.page.goto(`${chain.origin}/servers`);
  });
  afterAll(() => customer?.close());

  const call = (name: Parameters<ConsoleLab['call']>[0], input: object = {}) =>
    chain.call(name, input as never, { token: owner.token });

  test('takes a snapshot of each with one name', async () => {
    const { page } = customer;
    for (const name of ['web-1', 'web-2']) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    await page.getByRole('button', { name: 'Take a snapshot 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take a snapshot of web-1, web-2' });
    await dialog.getByRole('textbox', { name: 'Name of the snapshot' }).fill('before-upgrade');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Take a snapshot 2' }).click();
    await page.getByRole('status').getByText('2 of 2 done').waitFor();
    await expect.poll(async () => (await call('listSnapshots')).body.meta.total).toBe(2);
    const { data } = (await call('listSnapshots')).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['before-upgrade', 'before-upgrade']);
  });

  test('renews both with one order, and sees that it is paid', async () => {
    const { page } = customer;
    await expect.poll(() => page.getByRole('button', { name: 'Renew 2' }).getAttribute('aria-disabled')).toBeNull();
    await page.getByRole('button', { name: 'Renew 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew web-1, web-2' });
    await dialog.getByRole('radio', { name: '3', exact: true }).check();
    await dialog.getByRole('button', { name: 'Renew for €28.72' }).click();
    await page.getByText('The renewal is ordered and paid.').waitFor();
    const { data } = (await call('listOrders')).body;
    expect(data[0]).toMatchObject({ type: 'renew-service', status: 'paid', amount_with_vat: 28.72 });
    expect(customer.problems).toEqual([]);
  });
});
