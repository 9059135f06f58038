/**
 * Tests mishaps in the console: a lost reply, an impatient press, a changed price, a failed sign-out, a newer link, and keyboard use only.
 */
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { putSignInLink } from '@innkeeper/db/tables/sign-in-links';
import { hours } from '@innkeeper/model/time/clock';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenSshKey } from '../given.ts';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';

let chain: ConsoleLab;
let origin: string;
let owner: GivenAccount;
let customer: Customer;
let page: Page;
beforeAll(async () => {
  chain = await openConsoleLab();
  origin = chain.origin;
  customer = await openCustomer(origin);
  page = customer.page;
});
afterAll(async () => {
  await customer.close();
  await chain?.close();
});
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'wait' });
  owner = await givenAccount(chain.db, { funds: 10_000n });
  await givenSshKey(chain.db, { accountId: owner.accountId, name: 'demo' });
  await signIn(chain.db, customer, owner, origin);
});

/** Fills in the order form. Returns its button once it has a price. */
async function fillOrder(name: string) {
  await page.goto(`${origin}/deploy?plan=nano&name=${name}`);
  await page.getByRole('radio', { name: /Tiny Linux/ }).check();
  await page.getByRole('checkbox', { name: 'demo' }).check();
  const button = page.getByRole('region', { name: 'Price' }).getByRole('button', { name: /^Deploy for €\d+\.\d\d$/ });
  await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
  return button;
}

const isQuote = (route: Route) => route.request().url().includes('dry_run');
const serversOf = async () => (await chain.call('listServers', {}, { token: owner.token })).body.data as { hostname: string }[];
/** Answers the requests of the form with `orders` and `quotes`. Other requests go to the API. */
async function intercept({
  orders,
  quotes,
}: {
  orders?: (route: Route) => Promise<void>;
  quotes?: (route: Route) => Promise<void>;
}) {
  await page.route(/\/v1\/servers(\?|$)/, (route) => {
    const answer = route.request().method() !== 'POST' ? undefined : isQuote(route) ? quotes : orders;
    return answer ? answer(route) : route.continue();
  });
}

test('an order whose reply was lost is repeated with the same key, and one server is ordered', async () => {
  const button = await fillOrder('lost');
  const keys = new Set<string | undefined>();
  let isLost = true;
  await intercept({
    orders: async (route) => {
      keys.add((await route.request().allHeaders())['idempotency-key']);
      await route.fetch();
      if (isLost) return route.abort('connectionreset');
      return route.continue();
    },
  });
  await button.click();
  await page.getByText('The reply was lost. Press again').waitFor({ timeout: 60_000 });
  expect(await page.locator('form[inert]').count()).toBe(1);
  isLost = false;
  await button.click();
  await page.getByRole('heading', { name: 'lost' }).waitFor();
  expect(keys.size).toBe(1);
  expect((await serversOf()).map(({ hostname }) => hostname)).toEqual(['lost']);
});

test('repeated clicks order one server', async () => {
  const button = await fillOrder('once');
  await button.evaluate((element: { click: () => void }) => {
    const press = () => element.click();
    press();
    press();
    setTimeout(press, 5);
    setTimeout(press, 30);
  });
  await expect.poll(serversOf).toHaveLength(1);
  await page.getByRole('heading', { name: 'once' }).waitFor();
  expect(await serversOf()).toHaveLength(1);
});

test('a changed price is shown, and only another click orders at it', async () => {
  const button = await fillOrder('dearer');
  let isDearer = true;
  await intercept({
    quotes: async (route) => {
      const reply = await route.fetch();
      const quote = (await reply.json()) as { due_today_amount_with_vat: number };
      return route.fulfill({
        response: reply,
        json: { ...quote, due_today_amount_with_vat: quote.due_today_amount_with_vat + (isDearer ? 1 : 0) },
      });
    },
  });
  await button.click();
  await page.getByText(/^The price has changed from/).waitFor();
  expect(await serversOf()).toHaveLength(0);
  const [before, now] =
    (await page.getByText(/^The price has changed from/).textContent())?.match(/\d+\.\d\d/g)?.map(Number) ?? [];
  expect(now).toBeCloseTo((before ?? 0) + 1);
  await button.click();
  await page.getByRole('heading', { name: 'dearer' }).waitFor();
  isDearer = false;
  expect(await serversOf()).toHaveLength(1);
});

test('ordering is disabled while its price cannot be checked', async () => {
  const button = await fillOrder('unchecked');
  let isRefused = true;
  await intercept({
    quotes: (route) =>
      isRefused
        ? route.fulfill({ status: 409, json: { message: 'There is no room for it.', code: 'wrong_state' } })
        : route.continue(),
  });
  await button.click();
  await page.getByText('There is no room for it.').waitFor();
  expect(await serversOf()).toHaveLength(0);
  isRefused = false;
  await button.click();
  await page.getByRole('heading', { name: 'unchecked' }).waitFor();
});

test('a price that cannot be loaded is requested again, and the button explains why there is none', async () => {
  let isLost = true;
  await intercept({ quotes: (route) => (isLost ? route.abort('connectionreset') : route.continue()) });
  await page.goto(`${origin}/deploy?plan=nano&name=unpriced`);
  const price = page.getByRole('region', { name: 'Price' });
  const button = price.getByRole('button', { name: 'Deploy a server' });
  await price.getByRole('alert').waitFor({ timeout: 60_000 });
  expect(await button.getAttribute('aria-description')).toMatch(/^No connection/);
  isLost = false;
  await price.getByRole('button', { name: /^Deploy for €\d+\.\d\d$/ }).waitFor();
});

test('a failed sign-out shows an error and stays on the page', async () => {
  await page.goto(`${origin}/servers`);
  await page.route('**/v1/sessions/current', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { message: 'Not now.', code: 'wrong_state' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: /settings of this browser/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Not now.').waitFor();
  expect(page.url()).toBe(`${origin}/servers`);
});

test('Enter follows the link that has the focus', async () => {
  await page.goto(`${origin}/servers`);
  await page.getByRole('main').getByRole('link', { name: 'Deploy a server' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Deploy a server' }).waitFor();
});

test('a newer link opens in the tab of an invalid link, and another tab switches to its account', async () => {
  const other = await customer.context.newPage();
  await other.goto(`${origin}/servers`);
  await other.getByRole('heading', { name: 'Servers' }).waitFor();
  const newcomer = await givenAccount(chain.db);
  const secret = newSecret();
  const expiresAt = new Date(Date.now() + hours(1));
  await putSignInLink(chain.db, { userId: newcomer.userId, secretHash: hashSecret(secret), expiresAt });
  await page.goto(`${origin}/enter#used`);
  await page.getByRole('heading', { name: 'This link does not work here' }).waitFor();
  const reloaded = other.waitForEvent('load');
  await page.goto(`${origin}/enter#${secret}`);
  await page.getByRole('heading', { name: 'Servers' }).waitFor();
  expect(page.url()).not.toContain(secret);
  await reloaded;
  await other.getByText(newcomer.email).first().waitFor({ state: 'attached' });
  await other.close();
});

test('a server id that is not a number has no page', async () => {
  await page.goto(`${origin}/servers/abc`);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
});
