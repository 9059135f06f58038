/**
 * Run with `npm run test:console`. Tests that each page shows what it reads: if the API answers a read otherwise, the page looks otherwise.
 *
 * The reads of the shell are left out.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { type GivenPages, givenPages, PAGES } from './console-pages.ts';
import { nameOf, type Read, readsOf } from './page-reads.ts';

/** A read that is not shown: it decides whether the payment is known. */
const UNSEEN = ['/sandbox#unknown: /orders?per_page=50&filter[status]=awaiting_payment'];

/** Time in milliseconds until a page that ignores a read is believed to do so. */
const PATIENCE_MS = 5_000;

let lab: ConsoleLab;
let customer: Customer;
let given: GivenPages;
beforeAll(async () => {
  lab = await openConsoleLab();
  given = await givenPages(lab.db);
  customer = await openCustomer(lab.origin);
  await signIn(lab.db, customer, given.owner, lab.origin);
});
afterAll(async () => {
  await customer?.close();
  await lab?.close();
});

test('a page shows each of its reads', { timeout: 900_000 }, async () => {
  const { page } = customer;
  const shell = new Set((await readsOf(page, `${lab.origin}/account/closing`)).map(({ url }) => url));
  const ignored: string[] = [];
  for (const [url] of [...PAGES, ...given.own]) {
    const reads = (await readsOf(page, lab.origin + url)).filter((read) => !shell.has(read.url));
    const usual = await looksOf(page);
    for (const read of reads) if (!(await isShown(page, lab.origin + url, read, usual))) ignored.push(`${url}: ${read.name}`);
  }
  expect(ignored).toEqual(UNSEEN);
});

const looksOf = (page: Page): Promise<string> => page.locator('main').innerHTML();

/** Returns whether the page looks otherwise with other values in the reply to this read, or with a failure. */
async function isShown(page: Page, url: string, { name, body }: Read, usual: string): Promise<boolean> {
  const changed = body.length > 0 ? { json: otherwise(JSON.parse(body.toString())) } : { body: 'otherwise' };
  return (
    (await looksOtherwise(page, url, name, changed, usual)) || (await looksOtherwise(page, url, name, { status: 500 }, usual))
  );
}

async function looksOtherwise(page: Page, url: string, name: string, reply: object, usual: string): Promise<boolean> {
  await page.route(
    (asked) => asked.pathname.startsWith('/v1/') && nameOf(asked) === name,
    (route) => route.fulfill(reply),
  );
  try {
    // A page that only differs by its fragment would not be opened again.
    await page.goto('about:blank');
    await page.goto(url);
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      await page.waitForTimeout(150);
      const isQuiet = await page.evaluate("document.querySelector('main h1') && !document.querySelector('[aria-busy=true]')");
      if (isQuiet && (await looksOf(page)) !== usual) return true;
    }
    return false;
  } finally {
    await page.unrouteAll();
  }
}

/** Returns JSON of the same shape with other values. Times move, so that they are still times. */
function otherwise(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? '2031-01-31T08:00:00Z' : `${value}0`;
  if (Array.isArray(value)) return value.map(otherwise);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, otherwise(one)]));
}
