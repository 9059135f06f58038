/**
 * Tests refusals of fields without an input on the page: the secret of a link, the return of an identity provider, and the rescue system's
 * login.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { type ConsoleLab, type Customer, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { deployServer } from './deployed-server.ts';

let lab: ConsoleLab;
let customer: Customer;
let page: Page;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openConsoleLab();
  owner = await givenAccount(lab.db, { funds: 10_000n });
  customer = await openCustomer(lab.origin);
  page = customer.page;
});
afterAll(async () => {
  await customer?.close();
  await lab?.close();
});

const reads = (sentence: RegExp) => page.getByRole('alert').getByText(sentence).waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a visitor reads that the link of a mail is no longer valid', async () => {
  await page.goto(`${lab.origin}/?password_reset=used`);
  await page.getByLabel('New password').fill('eight blue umbrellas');
  await press('Set the password');
  await reads(/^This link is no longer valid/);
  await page.goto(`${lab.origin}/?invitation=used`);
  await page.getByLabel('Your name').fill('Ada Example');
  await page.getByLabel('Password').fill('eight blue umbrellas');
  await press('Join');
  await reads(/^This invitation is no longer valid/);
  await page.goto(`${lab.origin}/?email_change=used`);
  await press('Confirm the change');
  await reads(/^This link is no longer valid/);
});

test('a visitor reads why the return from an identity provider fails to sign in', async () => {
  await page.goto(`${lab.origin}/?state=unknown&code=unknown`);
  await reads(/^This sign-in has expired/);
});

test('a customer whose server has no key reads that the rescue system needs a login', async () => {
  const serverId = await deployServer(lab, owner, 'web-1');
  await signIn(lab.db, customer, owner, lab.origin);
  await page.goto(`${lab.origin}/servers/${serverId}/media`);
  await press('Start rescue system');
  await page.getByRole('dialog').getByRole('button', { name: 'Start rescue system' }).click();
  await reads(/^Set password or ssh_keys/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`${lab.origin}/?invitation=used`);
  await press('Join with this user');
  await reads(/^This invitation is no longer valid/);
  // Chromium reports each refused request.
  expect(customer.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
});
