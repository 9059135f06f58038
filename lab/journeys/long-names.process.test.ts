/** Tests that a host name of the maximum length breaks no page, from phones to a wide window at 200 % zoom. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { type GivenPages, givenPages, PAGES } from './console-pages.ts';

/** Host name of 253 characters. */
const NAME = [63, 63, 63, 61].map((length, at) => 'wmxo'.charAt(at).repeat(length)).join('.');

/** Sizes of the window in CSS pixels. A window of 1440 pixels at 200 % zoom has 720. */
const WIDTHS = [390, 720, 900, 1440];

let lab: ConsoleLab;
let given: GivenPages;
let customer: Customer;
beforeAll(async () => {
  lab = await openConsoleLab();
  given = await givenPages(lab.db);
  const { accountId, token } = given.owner;
  const ofOwner = lab.db.selectFrom('servers').select('id').where('account_id', '=', accountId);
  await lab.db.updateTable('server_details').set({ hostname: NAME }).where('id', 'in', ofOwner).execute();
  await lab.db
    .updateTable('order_lines')
    .set({ label: NAME })
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('id').where('account_id', '=', accountId))
    .execute();
  const server = await ofOwner.executeTakeFirstOrThrow();
  const rename = { params: { id: server.id }, body: { hostname: NAME } };
  expect((await lab.call('updateServerHostname', rename, { token })).status).toBe(200);
  customer = await openCustomer(lab.origin);
  await signIn(lab.db, customer, given.owner, lab.origin);
});
afterAll(async () => {
  await customer?.close();
  await lab?.close();
});

/** Returns the widths at which the page is wider than its window. */
async function findOverflows(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    if (Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) > 0) found.push(width);
  }
  return found;
}

test('a host name of 253 characters fits on every page', async () => {
  const { page } = customer;
  const broken: string[] = [];
  for (const [path, heading] of [...PAGES, ...given.own]) {
    await page.goto(lab.origin + path);
    await page.getByRole('heading', { level: 1, ...(heading === undefined ? {} : { name: heading }) }).waitFor();
    const widths = await findOverflows(page);
    if (widths.length > 0) broken.push(`${path}: ${widths.join(', ')}`);
  }
  expect(broken).toEqual([]);
  await page.goto(`${lab.origin}/audit-log`);
  await page.getByRole('table', { name: 'Audit log' }).getByText(NAME).first().waitFor();
});
