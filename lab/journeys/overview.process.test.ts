/** Tests the overview: items that need a person, live, and links that return to its address. */
import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenServer } from '../given.ts';
import { givenWaitingOrder } from '../given-invoices.ts';
import { givenSavedCard } from '../given-payments.ts';
import { givenTicket } from '../given-tickets.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
let origin: string;
beforeAll(async () => {
  chain = await openConsoleLab();
  origin = chain.origin;
});
afterAll(() => chain?.close());

/** Returns a new Ed25519 public key in the format of `ssh-keygen`. */
function newPublicKey(): string {
  const raw = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  return `ssh-ed25519 ${Buffer.concat([part(Buffer.from('ssh-ed25519')), part(raw)]).toString('base64')} demo`;
}

describe.each(views(import.meta.url))('at $title', ({ view }) => {
  let customer: Customer;
  let page: Page;
  let owner: GivenAccount;
  beforeAll(async () => {
    customer = await openCustomer(origin, view);
    page = customer.page;
  });
  afterAll(() => customer.close());

  const things = () => page.getByRole('list', { name: 'Needs you' }).getByRole('listitem');

  test('lists items that need attention by due time, and follows events', async () => {
    owner = await givenAccount(chain.db, { funds: 10_000n });
    const [calm, ended] = [
      await givenServer(chain.db, { accountId: owner.accountId, hostname: 'calm' }),
      await givenServer(chain.db, { accountId: owner.accountId, hostname: 'overdue', status: 'suspended' }),
    ];
    await givenTicket(chain.db, { accountId: owner.accountId, status: 'answered', waiting_since: null, subject: 'Boot' });
    await givenWaitingOrder(chain.db, { accountId: owner.accountId });
    await signIn(chain.db, customer, owner, origin);
    await page.goto(`${origin}/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await expect.poll(() => things().count()).toBe(3);
    const [first, second, third] = await things().allTextContents();
    expect(first).toMatch(/overdue is suspended.*now/);
    expect(second).toMatch(/Order \d+ of €4\.79 awaits payment.*by \d+/);
    expect(third).toMatch(/The support has answered.*Boot.*since/);
    await expectAccessible(page);

    await chain.db.updateTable('services').set({ status: 'suspended' }).where('id', '=', calm).execute();
    await things().filter({ hasText: 'calm is suspended' }).waitFor();
    await chain.db.updateTable('services').set({ status: 'active' }).where('id', 'in', [calm, ended]).execute();
    await things().filter({ hasText: 'is suspended' }).first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'All servers' }).click();
    await page.getByRole('heading', { name: 'Servers' }).waitFor();
  });

  test('says the same about renewals in the rail, on the overview and on the page of the balance', async () => {
    const payer = await givenAccount(chain.db, { funds: 500n, country: 'AT' });
    const { accountId } = payer;
    const expiry_at = new Date(Date.now() + 12 * 86_400_000);
    await givenServer(chain.db, { accountId, hostname: 'renewed', expiry_at, renew_price: 1000n });
    await signIn(chain.db, customer, payer, origin);
    const dayOf = (at: number) => new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
    const expectEverywhere = async (sentence: string) => {
      await page.goto(`${origin}/`);
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.getByRole('main').getByText(sentence, { exact: true }).waitFor();
      if (view.width > 900) await page.getByRole('navigation', { name: 'Main', exact: true }).getByText(sentence).waitFor();
      await page.goto(`${origin}/balance`);
      await page.getByRole('main').getByText(sentence, { exact: true }).first().waitFor();
    };
    await expectEverywhere(`Until ${dayOf(expiry_at.getTime())}, then €7.00 are missing`);
    await page.getByText('Missing for them').waitFor();
    const card = await givenSavedCard(chain.db, payer);
    const charged = Date.UTC(expiry_at.getUTCFullYear(), expiry_at.getUTCMonth(), expiry_at.getUTCDate() - 7);
    await expectEverywhere(`Charged to the card on ${dayOf(charged)}`);
    await page.getByText('Missing for them').waitFor({ state: 'detached' });
    await chain.db.deleteFrom('saved_cards').where('id', '=', card).execute();
    await chain.db.updateTable('services').set({ auto_renew: false }).where('account_id', '=', accountId).execute();
    await expectEverywhere('Covers the next 30 days');
    expect(customer.problems).toEqual([]);
  });

  test('shows an account without servers its first steps', async () => {
    await signIn(chain.db, customer, await givenAccount(chain.db), origin);
    await page.goto(`${origin}/`);
    await page.getByRole('button', { name: 'Add a key' }).click();
    await page.getByRole('textbox', { name: 'Public key' }).fill(newPublicKey());
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add the key' }).click();
    await page.getByText('1 key is added.').waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('heading', { name: 'Security' }).waitFor();
    await page.goto(`${origin}/`);
    await page.getByRole('button', { name: 'Deploy a server' }).click();
    await page.getByRole('heading', { name: 'Deploy a server' }).waitFor();
    expect(customer.problems).toEqual([]);
  });

  test('redirects links from mails and returns from an identity provider', async () => {
    for (const [search, heading, path] of [
      ['?password_reset=secret', 'Set a new password', '/password'],
      ['?invitation=secret', 'Join an account', '/join'],
      ['?state=unknown&error=access_denied', 'Signing in by your company', '/sign-in'],
    ] as const) {
      await page.goto(`${origin}/${search}`);
      await page.getByRole('heading', { name: heading }).waitFor();
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
    }
  });

  test('reports a list that cannot be loaded, because it could contain the most urgent item', async () => {
    await page.route('**/v1/support/tickets?*', (route) =>
      route.fulfill({ status: 409, json: { message: 'Not now.', code: 'wrong_state' } }),
    );
    await page.goto(`${origin}/`);
    await page.getByRole('alert').getByText('Not now.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
