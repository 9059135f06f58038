/**
 * Run with `npm run test:console`. Tests every page in light and dark, wide and on a phone. It covers each role, a suspended and a closing
 * account, and servers in each state.
 *
 * axe checks each page, and a screenshot is written to build/pictures/console for people.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@innkeeper/db/schema';
import { ROLES } from '@innkeeper/model/people/roles';
import { days } from '@innkeeper/model/time/clock';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type GivenAccount, givenServer } from '../given.ts';
import { givenMember, userOfMember } from '../given-members.ts';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { type GivenPages, givenPages, PAGES, type PageOfConsole, TABS, VISITOR_PAGES } from './console-pages.ts';
import { seePage } from './see-page.ts';
import { PHONE, WIDE } from './views.ts';

const PICTURES = join(import.meta.dirname, '../../build/pictures/console');

const STATES = [
  ['running', {}],
  ['stopped', { power: 'stopped' }],
  ['crashed', { power: 'crashed' }],
  ['unreachable', { power: 'unreachable' }],
  ['building', { status: 'processing', power: 'absent' }],
  ['suspended', { status: 'suspended', power: 'stopped' }],
  ['awaiting-payment', { status: 'awaiting_payment', power: 'absent', expiry_at: null }],
] as const;

type AccountFields = Updateable<Database['accounts']>;
const NO_STATE: AccountFields = { suspended_at: null, suspend_reason: null, closing_asked_at: null, closes_at: null };
const ACCOUNT_STATES: readonly [state: string, AccountFields][] = [
  ['suspended', { suspended_at: new Date(), suspend_reason: 'unpaid invoices' }],
  ['closing', { closing_asked_at: new Date(), closes_at: new Date(Date.now() + days(14)) }],
];

let chain: ConsoleLab;
let given: GivenPages;
const servers: [state: string, id: number][] = [];
beforeAll(async () => {
  chain = await openConsoleLab();
  given = await givenPages(chain.db);
  for (const [state, fields] of STATES)
    servers.push([state, await givenServer(chain.db, { accountId: given.owner.accountId, ...fields })]);
});
afterAll(() => chain?.close());

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  describe.each([
    ['wide', WIDE],
    ['phone', PHONE],
  ] as const)('%s', (width, view) => {
    let customer: Customer;
    beforeAll(async () => {
      customer = await openCustomer(chain.origin, view);
      await customer.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await mkdir(join(PICTURES, `${colorScheme}-${width}`), { recursive: true });
    });
    afterAll(() => customer.close());

    const seeAll = async (who: string, pages: readonly PageOfConsole[]) => {
      for (const page of pages) {
        await seePage(customer, chain.origin, page);
        const name = `${who}${page[0].replaceAll(/[^\w-]+/g, '-')}.png`;
        await customer.page.screenshot({ path: join(PICTURES, `${colorScheme}-${width}`, name), fullPage: true });
      }
    };
    const enter = (account: GivenAccount) => signIn(chain.db, customer, account, chain.origin);

    test('a visitor', () => seeAll('visitor', VISITOR_PAGES));

    test('an owner with one item of each kind', async () => {
      await enter(given.owner);
      await seeAll('owner', [...PAGES, ...given.own]);
    });

    test('servers in each state', async () => {
      await enter(given.owner);
      for (const [state, id] of servers)
        await seeAll(
          state,
          TABS.map((tab) => [`/servers/${id}${tab}`] as const),
        );
    });

    test.each(ROLES.filter((role) => role !== 'owner'))('a member with the role %s', async (role) => {
      const member = await givenMember(chain.db, { accountId: given.owner.accountId, role });
      await enter({ ...given.owner, ...(await userOfMember(chain.db, member)) });
      await seeAll(role, [...PAGES, ...given.own]);
    });

    test('an account without anything', async () => {
      await enter(given.empty);
      await seeAll('empty', PAGES);
    });

    test.each(ACCOUNT_STATES)('an account that is %s', async (state, fields) => {
      const { accountId } = given.owner;
      await chain.db.updateTable('accounts').set(fields).where('id', '=', accountId).execute();
      await enter(given.owner);
      await seeAll(state, [...PAGES, ...given.own]);
      await chain.db.updateTable('accounts').set(NO_STATE).where('id', '=', accountId).execute();
    });
  });
});
