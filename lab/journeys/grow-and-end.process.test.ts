/** Tests a server that grows, gets an addon, is renewed and ends, with a browser, the API, a worker and the simulated engine. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { deploy } from '../slices/given-deploy.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
let origin: string;
let owner: GivenAccount;
beforeAll(async () => {
  // The delay lets a person see the steps.
  chain = await openConsoleLab({ simulated: { delays: { boot: 1_000 } } });
  origin = chain.origin;
  owner = await givenAccount(chain.db, { funds: 20_000n });
});
afterAll(() => chain?.close());

const read = async (id: number) => (await chain.call('getServer', { params: { id } }, { token: owner.token })).body;

/** Orders a server and waits until it runs. */
async function givenOrdered(hostname: string, buyer: GivenAccount): Promise<number> {
  const { id } = (await deploy(chain, buyer, { name: hostname })).body;
  await chain.serverWhen(id, buyer.token, ({ power }) => power === 'running');
  return id;
}

const amountOf = async (page: Page, name: RegExp): Promise<string> =>
  (await page.getByRole('button', { name }).textContent())?.match(/€\d+\.\d\d/)?.[0] ?? '';

describe.each(views(import.meta.url))('a customer at $title', ({ name, view }) => {
  let customer: Customer;
  let id: number;
  beforeAll(async () => {
    id = await givenOrdered(`grow-${name}`, owner);
    customer = await openCustomer(origin, view);
    await signIn(chain.db, customer, owner, origin);
    await customer.page.goto(`${origin}/servers/${id}`);
    await customer.page.getByRole('link', { name: 'Billing', exact: true }).click();
    await customer.page.getByRole('heading', { name: /^Paid until/ }).waitFor();
  });
  afterAll(() => customer.close());

  test('scales the server at the price on the button', async () => {
    const { page } = customer;
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Small', exact: true }).check();
    const price = page.getByRole('region', { name: 'Price' });
    const button = price.getByRole('button', { name: /^Scale for €\d+\.\d\d$/ });
    await button.waitFor();
    await expectAccessible(page);
    expect(await price.textContent()).toContain(await amountOf(page, /^Scale for/));
    await button.click();
    await page.getByRole('list', { name: 'Steps' }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel', exact: true }).getAttribute('aria-description')).toMatch(
      /Possible again|operation/,
    );
    await page.getByText('Now Small: 2 vCPU, 4 GB of memory, 50 GB of disk.').waitFor({ timeout: 30_000 });
    await page.getByRole('list', { name: 'Steps' }).waitFor({ state: 'detached' });
    expect(await read(id)).toMatchObject({ actual_disk: '50' });
  });

  test('renews it, and sees the new end', async () => {
    const { page } = customer;
    const before = (await read(id)).expiry_at;
    await page.getByRole('button', { name: 'Renew' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: '3' }).check();
    const button = dialog.getByRole('button', { name: /^Renew for €\d+\.\d\d$/ });
    await button.waitFor();
    await expectAccessible(page);
    await button.click();
    await page.getByText('The renewal is ordered and paid.').waitFor();
    expect(String((await read(id)).expiry_at) > String(before)).toBe(true);
  });

  test('buys backups, cancels them, and undoes that', async () => {
    const { page } = customer;
    await page.getByRole('button', { name: 'Add Weekly backups' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Buy backups for €\d+\.\d\d$/ })
      .click();
    await page.getByRole('button', { name: 'Cancel Weekly backups' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel at the end' }).click();
    await page.getByRole('button', { name: 'Undo the cancellation of Weekly backups' }).click();
    await page.getByRole('button', { name: 'Cancel Weekly backups' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Now' }).check();
    await dialog.getByText('Back to the balance').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^Cancel now, €\d+\.\d\d go back$/ }).click();
    await page.getByRole('button', { name: 'Add Weekly backups' }).waitFor();
  });

  test('cancels the server, and undoes that', async () => {
    const { page } = customer;
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Nothing is refunded. Undo is possible until/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel at the end' }).click();
    await page.getByText(/^This server is cancelled. It runs until/).waitFor();
    expect(await read(id)).toMatchObject({ cancel_request: { now: 0 } });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
    expect(await read(id)).toMatchObject({ cancel_request: null });
  });

  test('ends it immediately after typing its name, with the losses in numbers', async () => {
    const { page, problems } = customer;
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Now' }).check();
    await dialog.getByText(/GB of 50 GB are in use/).waitFor();
    await dialog.getByText('There is no copy of it.').waitFor();
    const button = dialog.getByRole('button', { name: 'Cancel now' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('textbox', { name: `Type grow-${name} to confirm` }).fill(`grow-${name}`);
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
    await expectAccessible(page);
    await button.click();
    await page.getByRole('status').getByText('Suspended').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('status').getByText('Running').waitFor({ timeout: 30_000 });
    expect(problems).toEqual([]);
  });
});

test('an amount that the balance does not cover is not spent, and the page leads to a deposit', async () => {
  const poor = await givenAccount(chain.db, { funds: 600n });
  const id = await givenOrdered('poor', poor);
  const customer = await openCustomer(origin);
  await signIn(chain.db, customer, poor, origin);
  const { page } = customer;
  await page.goto(`${origin}/servers/${id}/billing`);
  await page.getByRole('radio', { name: 'Small', exact: true }).check();
  const price = page.getByRole('region', { name: 'Price' });
  await price.getByText(/are missing/).waitFor();
  await price.getByRole('link', { name: 'Deposit' }).waitFor();
  const button = price.getByRole('button', { name: /^Scale for/ });
  expect(await button.getAttribute('aria-description')).toBe('The balance does not cover this. Deposit first.');
  await customer.close();
});

test('a renewal that the API refuses has no price on its button', async () => {
  const buyer = await givenAccount(chain.db, { funds: 600n });
  const id = await givenOrdered('refused', buyer);
  const customer = await openCustomer(origin);
  await signIn(chain.db, customer, buyer, origin);
  const { page } = customer;
  await page.goto(`${origin}/servers/${id}/billing`);
  await page.getByRole('button', { name: 'Renew' }).click();
  const dialog = page.getByRole('dialog');
  const priced = dialog.getByRole('button', { name: /^Renew for €\d+\.\d\d$/ });
  await priced.waitFor();
  const promo = dialog.getByRole('textbox', { name: 'Promo code' });
  await promo.fill('NOT-THERE');
  await dialog.getByRole('alert').waitFor();
  expect(await dialog.getByRole('button', { name: 'Renew', exact: true }).getAttribute('aria-disabled')).toBe('true');
  await promo.fill('');
  await priced.waitFor();
  await customer.close();
});
