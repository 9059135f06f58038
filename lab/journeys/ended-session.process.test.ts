/**
 * Tests the end of a session while a page is open: one dialog over the page, and the act that is sent again. Tests also another person at
 * the same browser, a company sign-on in a second tab, and drafts.
 */
import { HttpOpenId } from '@innkeeper/engine/openid/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { givenPassword, PASSWORD } from '../given-sessions.ts';
import { givenIdentityProvider } from '../given-single-sign-on.ts';
import { openTestProvider, type TestProvider } from '../openid-provider.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { PHONE, WIDE } from './views.ts';

let chain: ConsoleLab;
let origin: string | undefined;
let provider: TestProvider;
let owner: GivenAccount;
let customer: Customer;
let page: Page;
beforeAll(async () => {
  provider = await openTestProvider();
  const places = [{ address: '127.0.0.1', port: provider.port }];
  chain = await openConsoleLab({
    openId: new HttpOpenId({ allowedEndpoints: places }),
    settings: { identityProviders: places },
    liveSettings: () => (origin === undefined ? {} : { pageUrl: `${origin}/` }),
  });
  origin = chain.origin;
  provider.redirectTo(`${origin}/`);
});
afterAll(async () => {
  await chain?.close();
  await provider?.close();
});
beforeEach(async () => {
  owner = await givenPerson();
  customer = await openCustomer(String(origin));
  page = customer.page;
  await signIn(chain.db, customer, owner, String(origin));
  return () => customer.close();
});

/** Makes an account whose owner has a password. */
async function givenPerson(): Promise<GivenAccount> {
  const account = await givenAccount(chain.db);
  await givenPassword(chain.db, account);
  return account;
}

/** Ends all sessions of the owner, as if they had expired. Resolves once the API has noticed it. */
async function endSessions(): Promise<void> {
  await chain.db.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', owner.userId).execute();
  const read = "fetch('/v1/sessions/current').then((reply) => reply.json()).then(({ session }) => session)";
  await expect.poll(() => page.evaluate(read)).toBeNull();
}

/** Opens a page, and marks its document. A page that was loaded again has no mark. */
async function open(path: string, heading: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.evaluate('globalThis.mark = true');
}
const isSameDocument = () => page.evaluate('globalThis.mark === true');
const again = () => page.getByRole('dialog', { name: 'Sign in again' });

async function enterAs({ email }: { email: string }, at: Pick<Page, 'getByRole' | 'getByLabel'> = again()): Promise<void> {
  const field = at.getByRole('textbox', { name: 'Email address' });
  await field.fill(email);
  await at.getByLabel('Password').fill(PASSWORD);
  await at.getByRole('button', { name: 'Continue' }).click();
}

test('an act that finds no session is sent once after the sign-in, with its key, and everything typed stays', async () => {
  const keys: (string | undefined)[] = [];
  await page.route('**/v1/firewalls', async (route) => {
    if (route.request().method() === 'POST') {
      keys.push(route.request().headers()['idempotency-key']);
      // The session ends while the person presses the button.
      if (keys.length === 1) await endSessions();
    }
    await route.continue();
  });
  await open('/firewalls', 'Firewalls');
  await page.getByRole('button', { name: 'New firewall' }).click();
  const form = page.getByRole('dialog', { name: 'New firewall' });
  await form.getByRole('textbox', { name: 'Name' }).fill('typed before');
  await form.getByRole('button', { name: 'New firewall' }).click();
  await again().waitFor();
  expect(await again().count()).toBe(1);
  expect(await again().getByRole('textbox', { name: 'Email address' }).inputValue()).toBe(owner.email);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.setViewportSize(WIDE);
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape');
  await again().getByLabel('Password').fill('not the password');
  await again().getByRole('button', { name: 'Continue' }).click();
  await again().getByText('The email address or the password is wrong.').waitFor();
  await enterAs(owner);
  await page.getByRole('heading', { level: 1, name: 'typed before' }).waitFor();
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect(await isSameDocument()).toBe(true);
  const rows = await chain.db.selectFrom('firewalls').select('name').where('account_id', '=', owner.accountId).execute();
  expect(rows).toEqual([{ name: 'typed before' }]);
});

test('the end of a session opens the dialog by itself, in all tabs, and one sign-in ends all of them', async () => {
  await open('/servers', 'Servers');
  const other = await customer.context.newPage();
  await other.goto(`${origin}/firewalls`);
  await other.getByRole('heading', { level: 1, name: 'Firewalls' }).waitFor();
  await other.evaluate('globalThis.mark = true');
  await endSessions();
  await again().waitFor();
  await other.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await enterAs(owner);
  await again().waitFor({ state: 'detached' });
  await other.getByRole('dialog', { name: 'Sign in again' }).waitFor({ state: 'detached' });
  expect([await isSameDocument(), await other.evaluate('globalThis.mark === true')]).toEqual([true, true]);
  // The events go on.
  await givenFirewall(chain.db, { accountId: owner.accountId, name: 'made meanwhile' });
  await other.getByText('made meanwhile').waitFor();
});

test('the same person returns to the account of the page, and another person gets a fresh page', async () => {
  const second = await givenAccount(chain.db);
  await chain.db
    .insertInto('memberships')
    .values({ account_id: second.accountId, user_id: owner.userId, role: 'admin' })
    .execute();
  await signIn(chain.db, customer, { ...owner, accountId: second.accountId }, String(origin));
  await open('/servers', 'Servers');
  await endSessions();
  await again().waitFor();
  await enterAs(owner);
  await again().waitFor({ state: 'detached' });
  expect(await isSameDocument()).toBe(true);
  const { account_id } = await chain.db
    .selectFrom('sessions')
    .select('account_id')
    .where('user_id', '=', owner.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(account_id).toBe(second.accountId);

  const another = await givenPerson();
  await endSessions();
  await again().waitFor();
  await enterAs(another);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(await isSameDocument()).toBe(false);
  await page.getByText(another.email).first().waitFor();
});

test('company sign-on opens in a second tab, and the page goes on', async () => {
  const domain = `company-${owner.accountId}.example.com`;
  const { id } = await givenIdentityProvider(chain.db, { accountId: owner.accountId, issuer: provider.issuer, domain });
  const email = `ada@${domain}`;
  await chain.db.updateTable('users').set({ email }).where('id', '=', owner.userId).execute();
  provider.person = { sub: `ada-${domain}`, email, email_verified: true, name: 'Ada' };
  const identity = { provider_id: id, user_id: owner.userId, subject: `ada-${domain}`, email, linked_by_user: true };
  await chain.db
    .insertInto('user_identities')
    .values({ ...identity, created_at: new Date(), last_used_at: new Date() })
    .execute();
  await chain.db.updateTable('sessions').set({ identity_provider_id: id }).where('user_id', '=', owner.userId).execute();
  await open('/firewalls', 'Firewalls');
  await endSessions();
  await again().waitFor();
  // A session of the company is renewed by the company.
  expect(await again().getByLabel('Password').count()).toBe(0);
  await expectAccessible(page);
  const opened = customer.context.waitForEvent('page');
  await again().getByRole('link', { name: 'Company sign-on in a new tab' }).click();
  const tab = await opened;
  expect(await tab.getByRole('textbox', { name: 'Email address' }).inputValue()).toBe(email);
  await tab.getByRole('button', { name: 'Go to your provider' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Firewalls' }).waitFor();
  await again().waitFor({ state: 'detached' });
  expect(await isSameDocument()).toBe(true);
});

test('drafts of a startup script and of rules survive a reload, for the person who wrote them alone', async () => {
  page.on('dialog', (dialog) => void dialog.accept());
  const firewallId = await givenFirewall(chain.db, { accountId: owner.accountId, name: 'web' });
  const script = () => page.getByRole('textbox', { name: 'Startup script' });
  await open('/deploy', 'Deploy a server');
  await script().fill('#!/bin/sh\necho kept');
  await page
    .getByRole('button', { name: /password/i })
    .first()
    .click();
  const password = await page.locator('code').first().textContent();
  await page.reload();
  expect(await script().inputValue()).toBe('#!/bin/sh\necho kept');
  const stored = () => page.evaluate<string>('JSON.stringify([sessionStorage, localStorage])');
  expect(await stored()).toContain('echo kept');
  expect(await stored()).not.toContain(password);

  await open(`/firewalls/${firewallId}`, 'web');
  await page.getByRole('button', { name: 'Template' }).click();
  await page.getByRole('menuitem', { name: /^Ping/ }).click();
  await page.getByText('2 added').waitFor();
  await page.reload();
  await page.getByText('2 added').waitFor();
  await page.getByRole('button', { name: 'Save the rules' }).click();
  await page.getByText('2 added').waitFor({ state: 'detached' });
  expect(await stored()).not.toContain('firewall-');

  // The end of the session is no sign-out: the draft stays until another person signs in, over the page or without it.
  for (const isPageGone of [false, true]) {
    await open('/deploy', 'Deploy a server');
    await script().fill('#!/bin/sh\necho kept');
    await endSessions();
    if (isPageGone) await page.goto(`${origin}/sign-in`);
    else await again().waitFor();
    expect(await stored()).toContain('echo kept');
    const another = await givenPerson();
    await enterAs(another, isPageGone ? page : again());
    await page.getByText(another.email).first().waitFor();
    await expect.poll(stored).not.toContain('echo kept');
    await signIn(chain.db, customer, owner, String(origin));
    await open('/deploy', 'Deploy a server');
    expect(await script().inputValue()).toBe('');
  }
  await script().fill('#!/bin/sh\necho kept');

  // A sign-out in one tab deletes the drafts of all.
  const other = await customer.context.newPage();
  await other.goto(`${origin}/servers`);
  await other.getByRole('button', { name: /settings of this browser/ }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect(await stored()).not.toContain('echo kept');
});
