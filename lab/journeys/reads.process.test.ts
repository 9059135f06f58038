/**
 * Records what each page of the console reads when it is opened by its address. The reads of the shell are recorded once.
 *
 * `npx vitest run --project journeys lab/journeys/reads.process.test.ts -u` records a change.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { type GivenPages, givenPages, PAGES, VISITOR_PAGES } from './console-pages.ts';
import { type Read, readsOf } from './page-reads.ts';

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
  const lines = [`the shell: ${namesOf(opened).join(', ')}`];
  for (const [url] of [...PAGES, ...given.own]) lines.push(lineOf(url, await readsOf(customer.page, lab.origin + url), shell));
  const visitor = await openCustomer(lab.origin);
  for (const [url] of VISITOR_PAGES) lines.push(lineOf(`visitor, ${url}`, await readsOf(visitor.page, lab.origin + url)));
  await visitor.close();
  await expect(`${[...new Set(lines)].join('\n')}\n`).toMatchFileSnapshot('console-reads.txt');
});

/** Returns the line of a page, without the reads of the shell. Fails if the page reads something twice. */
function lineOf(page: string, all: readonly Read[], shell: ReadonlySet<string> = new Set()): string {
  const urls = all.map((read) => read.url);
  expect([page, urls.filter((one, at) => urls.indexOf(one) !== at)]).toEqual([page, []]);
  const reads = all.filter((read) => !shell.has(read.url));
  const kilobytes = Math.ceil(reads.reduce((sum, { body }) => sum + body.length, 0) / 4_096) * 4;
  return `${page.replaceAll(/\d+/g, '{id}')}: ${reads.length} reads, up to ${kilobytes} kB: ${namesOf(reads).join(', ')}`;
}

const namesOf = (reads: readonly Read[]): string[] => reads.map(({ name }) => name).toSorted();
