/** Tests the change from one page of the console to another: what stays, what is fetched early, and that no state passes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenServer, givenSshKey } from '../given.ts';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';

let lab: ConsoleLab;
let owner: GivenAccount;
let serverIds: number[];
beforeAll(async () => {
  lab = await openConsoleLab();
  owner = await givenAccount(lab.db);
  await givenSshKey(lab.db, { accountId: owner.accountId, name: 'laptop' });
  const { accountId } = owner;
  serverIds = [await givenServer(lab.db, { accountId }), await givenServer(lab.db, { accountId })];
});
afterAll(() => lab?.close());

let customer: Customer;
let page: Page;
let requests: string[];
beforeEach(async () => {
  customer = await openCustomer(lab.origin);
  page = customer.page;
  requests = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await signIn(lab.db, customer, owner, lab.origin);
});
afterEach(() => customer.close());

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const place = (name: string) => page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name });

/** Opens a path as the browser's "forward" does. */
const open = (path: string) =>
  page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);

test('the old page stays until the new one is ready, and is marked as busy', async () => {
  await page.goto(`${lab.origin}/servers`);
  await heading('Servers').waitFor();
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/ssh-keys*', async (route) => {
    await asked;
    await route.continue();
  });
  await place('SSH keys').click();
  await expect.poll(() => page.getByRole('main').getAttribute('aria-busy')).toBe('true');
  expect(await heading('Servers').isVisible()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/ssh-keys');
  answer();
  await heading('SSH keys').waitFor();
  expect(await page.getByText('laptop').isVisible()).toBe(true);
  expect(await page.getByRole('main').getAttribute('aria-busy')).toBeNull();
});

test('chunks of the navigation are fetched while idle, and their data only when it is needed', async () => {
  await page.goto(`${lab.origin}/servers`);
  await expect
    .poll(() => requests.filter((path) => /\/assets\/(?:audit-log|invoices|security)-[^/]+\.js$/.test(path)).length)
    .toBe(3);
  expect(requests.filter((path) => /^\/v1\/(?:audit-log|invoices|user\/passkeys)/.test(path))).toEqual([]);
  await sleep(500);
  const before = requests.length;
  await place('Invoices').click();
  await heading('Invoices').waitFor();
  expect(requests.slice(before).filter((path) => path.endsWith('.js'))).toEqual([]);
});

test('a style sheet that could not be fetched while idle is fetched again when its page is opened', async () => {
  const sheet = /\/assets\/floating-ips-[^/]+\.css$/;
  await page.route(sheet, (route) => route.abort());
  await page.goto(`${lab.origin}/servers`);
  await expect.poll(() => requests.filter((path) => sheet.test(path)).length).toBe(1);
  await page.unroute(sheet);
  await place('Floating IPs').click();
  await heading('Floating IPs').waitFor();
  const sheets = `[...document.styleSheets].filter(({ href }) => href?.includes('/assets/floating-ips-'))`;
  expect(await page.evaluate(`${sheets}.map(({ cssRules }) => cssRules.length > 0)`)).toEqual([true]);
});

test('no state passes from one server to another', async () => {
  await page.goto(`${lab.origin}/servers/${serverIds[0]}/access`);
  await page.getByLabel('New password').fill('for the first server');
  await open(`/servers/${serverIds[1]}/access`);
  await expect.poll(() => page.getByLabel('New password').inputValue()).toBe('');
});

test('a page that failed neither stays nor comes back once it can be read', async () => {
  await page.goto(`${lab.origin}/servers`);
  await heading('Servers').waitFor();
  const failure = { status: 404, json: { message: 'Not here.', code: 'not_found' } };
  await page.route('**/v1/invoices*', (route) => route.fulfill(failure));
  await place('Invoices').click();
  await page.getByText('Not here.').waitFor();
  await place('SSH keys').click();
  await heading('SSH keys').waitFor();
  await place('Invoices').click();
  await page.getByText('Not here.').waitFor();
  await page.unroute('**/v1/invoices*');
  await page.getByRole('button', { name: 'Load again' }).click();
  await heading('Invoices').waitFor();
});
