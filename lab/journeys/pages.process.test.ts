/**
 * Tests every page of the console: no findings of axe, no violations of the Content-Security-Policy, no errors, and no overflow of the
 * window.
 */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { type GivenPages, givenPages, PAGES, type PageOfConsole, VISITOR_PAGES } from './console-pages.ts';
import { seePage } from './see-page.ts';
import { PHONE, WIDE } from './views.ts';

let chain: ConsoleLab;
let given: GivenPages;
beforeAll(async () => {
  chain = await openConsoleLab();
  given = await givenPages(chain.db);
});
afterAll(() => chain?.close());

describe.each([
  ['wide', WIDE],
  ['phone', PHONE],
] as const)('%s', (_name, view) => {
  let customer: Customer;
  beforeAll(async () => {
    customer = await openCustomer(chain.origin, view);
  });
  afterAll(() => customer.close());

  const seeAll = async (pages: readonly PageOfConsole[]) => {
    for (const page of pages) await seePage(customer, chain.origin, page);
  };

  test('pages of visitors', () => seeAll(VISITOR_PAGES));

  test('pages of an owner with one item of each kind', async () => {
    await signIn(chain.db, customer, given.owner, chain.origin);
    await seeAll([...PAGES, ...given.own]);
  });

  test('pages of an account without anything', async () => {
    await signIn(chain.db, customer, given.empty, chain.origin);
    await seeAll(PAGES);
  });
});
