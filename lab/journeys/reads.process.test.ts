/**
 * Records what each page of the console reads when it is opened by its address. The reads of the shell are recorded once.
 *
 * `npx vitest run --project journeys lab/journeys/reads.process.test.ts -u` records a change.
 */
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { type GivenPages, givenPages, PAGES } from './console-pages.ts';

/** Time in milliseconds without a read, after which a page has read everything. */
const QUIET_MS = 700;

interface Read {
  url: string;
  /** Path and query, with `{id}` and `{time}` for their numbers. */
  name: string;
  bytes: number;
}

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

test('the reads of each page are recorded, and no page reads the same twice', async () => {
  const opened = (await readsOf(customer.page, `${lab.origin}/account/closing`)).filter(({ name }) => !name.includes('closure'));
  const shell = new Set(opened.map(({ url }) => url));
  const lines: string[] = [`the shell: ${namesOf(opened).join(', ')}`];
  for (const [url] of [...PAGES, ...given.own]) {
    const all = await readsOf(customer.page, lab.origin + url);
    const urls = all.map((read) => read.url);
    expect([url, urls.filter((one, at) => urls.indexOf(one) !== at)]).toEqual([url, []]);
    const reads = all.filter((read) => !shell.has(read.url));
    const names = namesOf(reads);
    const kilobytes = Math.ceil(reads.reduce((sum, { bytes }) => sum + bytes, 0) / 4_096) * 4;
    lines.push(`${url.replaceAll(/\d+/g, '{id}')}: ${reads.length} reads, up to ${kilobytes} kB: ${names.join(', ')}`);
  }
  await expect(`${[...new Set(lines)].join('\n')}\n`).toMatchFileSnapshot('console-reads.txt');
});

const namesOf = (reads: readonly Read[]): string[] => reads.map(({ name }) => name).toSorted();

/** Opens a page and returns its reads of the API. */
async function readsOf(page: Page, url: string): Promise<Read[]> {
  const reads: Promise<Read[]>[] = [];
  let last = Date.now();
  const note = (response: Response): void => {
    const { pathname, searchParams } = new URL(response.url());
    if (!pathname.startsWith('/v1/') || response.request().resourceType() === 'eventsource') return;
    if (/^\/v1\/events\b/.test(pathname)) return;
    last = Date.now();
    const filters = [...searchParams].filter(([key]) => key !== 'page').map(([key, value]) => `${key}=${value}`);
    const name = `${pathname.slice(3)}${filters.length > 0 ? `?${filters.join('&')}` : ''}`
      .replaceAll(/\d{9,}/g, '{time}')
      .replaceAll(/(\/|_id\]=)\d+/g, '$1{id}');
    // A response without a body belongs to the previous document.
    reads.push(
      response.body().then(
        (body) => [{ url: response.url(), name, bytes: body.length }],
        () => [],
      ),
    );
  };
  page.on('response', note);
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100);
  page.off('response', note);
  return (await Promise.all(reads)).flat();
}
