/** Tests the way from the printed link to a running server, with a browser, the API, a worker and the simulated engine. */
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { putSignInLink } from '@innkeeper/db/tables/sign-in-links';
import { hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenSshKey } from '../given.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer } from './console-lab.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
let origin: string;
beforeAll(async () => {
  // The delays let a person see the steps.
  chain = await openConsoleLab({ simulated: { delays: { create: 1_500, boot: 1_500 } } });
  origin = chain.origin;
});
afterAll(() => chain?.close());

async function givenOwner(): Promise<GivenAccount> {
  const owner = await givenAccount(chain.db, { funds: 10_000n });
  await givenSshKey(chain.db, { accountId: owner.accountId, name: 'demo' });
  return owner;
}

async function givenLink({ userId }: GivenAccount): Promise<string> {
  const secret = newSecret();
  await putSignInLink(chain.db, {
    userId,
    secretHash: hashSecret(secret),
    expiresAt: new Date(Date.now() + hours(1)),
  });
  return `${origin}/enter#${secret}`;
}

describe.each(views(import.meta.url))('a customer at $title', ({ name, view }) => {
  let owner: GivenAccount;
  let customer: Customer;
  beforeAll(async () => {
    owner = await givenOwner();
    customer = await openCustomer(origin, view);
  });
  afterAll(() => customer.close());

  test('opens the link, deploys a server, watches it come up, and opens its screen', async () => {
    const { page, problems } = customer;
    const link = await givenLink(owner);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Servers' }).waitFor();
    expect(page.url()).toBe(`${origin}/servers`);
    await page.getByText('Live').waitFor({ state: 'attached' });
    await expectAccessible(page);

    await page.getByRole('main').getByRole('link', { name: 'Deploy a server' }).click();
    await page.getByRole('radio', { name: /Tiny Linux/ }).check();
    await page.getByRole('radio', { name: 'Nano' }).check();
    await page.getByRole('checkbox', { name: 'demo' }).check();
    await page.getByRole('button', { name: 'Generate a password' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`first-${name}`);
    const price = page.getByRole('region', { name: 'Price' });
    await price.getByText('To pay now').waitFor();
    await expectAccessible(page);
    const button = price.getByRole('button', { name: /^Deploy for €\d+\.\d\d$/ });
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
    const amount = (await button.textContent())?.replace('Deploy for ', '') ?? '';
    expect(await price.textContent()).toContain(amount);
    await button.click();

    await page.getByRole('heading', { name: `first-${name}` }).waitFor();
    const track = page.getByRole('list', { name: 'Steps' });
    await track.waitFor();
    await expect.poll(() => track.getByRole('listitem').count()).toBeGreaterThan(3);
    await page.getByRole('status').getByText('Running').waitFor();
    await track.waitFor({ state: 'detached' });
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Screen' }).click();
    const frame = page.frameLocator(`iframe[title="Screen of first-${name}"]`);
    await frame.locator('body[data-state=connected]').waitFor();
    await page.getByLabel('Serial log').waitFor();
    expect(problems).toEqual([]);

    // The list contains the server without a reload.
    await page.getByRole('link', { name: 'Servers' }).first().click();
    await page.getByRole('link', { name: `first-${name}` }).waitFor();
    const orders = await chain.call('listOrders', {}, { token: owner.token });
    expect(orders.body.data.filter(({ type }: { type: string }) => type !== 'deposit')).toHaveLength(1);
  });
});

test('a link works once, and its page explains how to get another', async () => {
  const link = await givenLink(await givenOwner());
  const first = await openCustomer(origin);
  await first.page.goto(link);
  await first.page.getByRole('heading', { name: 'Servers' }).waitFor();
  await first.close();
  const second = await openCustomer(origin);
  await second.page.goto(link);
  await second.page.getByRole('heading', { name: 'This link does not work here' }).waitFor();
  await second.page.getByText('./innkeeper demo link').waitFor();
  expect(await second.page.evaluate('location.hash')).toBe('');
  await second.close();
});
