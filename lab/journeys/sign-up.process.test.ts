/** Tests that a visitor becomes a customer: with the mailed link and the terms, up to a first order that is paid by transfer. */
import { sendSignUps } from '@innkeeper/jobs/send-sign-ups';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenAffiliate } from '../given-affiliates.ts';
import { givenJobCx } from '../given-cx.ts';
import { givenSeller } from '../given-invoices.ts';
import { givenPaymentMethods } from '../given-payments.ts';
import { givenSignUpMode, TERMS } from '../given-sign-up.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer } from './console-lab.ts';
import { views } from './views.ts';

const PASSWORD = 'eight blue umbrellas';
const NEWER_TERMS = { version: '2027-01', url: 'https://www.example.com/terms/2027-01' };

let chain: ConsoleLab;
let origin: string;
beforeAll(async () => {
  chain = await openConsoleLab();
  origin = chain.origin;
  await givenSeller(chain.db);
  await givenPaymentMethods(chain.db);
});
afterAll(() => chain?.close());

/** Returns the console path of the latest link that was mailed to an address. */
async function linkTo(email: string): Promise<string> {
  const mails = chain.db
    .selectFrom('mails')
    .select('data')
    .where('address', '=', email)
    .where('template', '=', 'sign-up')
    .orderBy('id', 'desc');
  const { data } = await mails.executeTakeFirstOrThrow();
  return `/${new URL((data as { link: string }).link).search}`;
}

describe.each(views(import.meta.url))('a visitor at $title', ({ name, view }) => {
  const email = `ada-${name}@example.net`;
  let customer: Customer;
  beforeAll(async () => {
    customer = await openCustomer(origin, view);
  });
  afterAll(() => customer.close());

  test('reads that sign-up is by invitation or closed', async () => {
    const { page } = customer;
    for (const [mode, sentence] of [
      ['closed', 'No accounts are opened at the moment.'],
      ['invitation', 'Accounts are opened by invitation of this host.'],
    ] as const) {
      await givenSignUpMode(chain.db, mode);
      await page.goto(`${origin}/sign-up`);
      await page.getByText(sentence).waitFor();
      expect(await page.getByRole('button').count()).toBe(0);
    }
  });

  test('opens an account with the mailed link, referred by an affiliate, and orders a server', async () => {
    const { page, problems } = customer;
    await givenSignUpMode(chain.db, 'open');
    const affiliate = await givenAffiliate(chain.db);
    await page.goto(`${origin}/?ref=${affiliate.code}`);
    await page.getByRole('heading', { name: 'Open an account' }).waitFor();
    expect(page.url()).toBe(`${origin}/sign-up`);
    await page.getByRole('link', { name: `Terms of service, version ${TERMS.version}` }).waitFor();
    const address = page.getByRole('textbox', { name: 'Email address' });
    await address.fill('ada@localhost');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    await address.fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(`A mail is on its way to ${email}.`).waitFor();
    await expectAccessible(page);

    await sendSignUps(givenJobCx(chain.db));
    await page.goto(origin + (await linkTo(email)));
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Example');
    expect(page.url()).toBe(`${origin}/sign-up/confirm`);
    const open = page.getByRole('button', { name: 'Open the account' });
    expect(await open.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('Austria');
    await page.getByText('VAT of 20 % is added to prices.').waitFor();
    await page.getByRole('checkbox', { name: new RegExp(TERMS.version) }).check();
    const password = page.getByLabel('Password');
    await password.fill('short');
    await open.click();
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true');
    await password.fill(PASSWORD);
    await expectAccessible(page);
    await givenSignUpMode(chain.db, 'open', NEWER_TERMS);
    await open.click();
    await page
      .getByRole('alert')
      .getByText(/^Must be 2027-01/)
      .waitFor();
    const accept = page.getByRole('checkbox', { name: new RegExp(NEWER_TERMS.version) });
    expect(await accept.isChecked()).toBe(false);
    await accept.check();
    await open.click();
    await page.getByText(`The account is open. Sign in as ${email}.`).waitFor();

    await page.getByRole('link', { name: 'Sign in' }).click();
    expect(await page.getByRole('textbox', { name: 'Email address' }).inputValue()).toBe(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('navigation', { name: /^Main/ }).first().waitFor();
    const referred = await chain.db
      .selectFrom('referrals')
      .innerJoin('memberships', 'memberships.account_id', 'referrals.account_id')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('affiliate_id')
      .where('email', '=', email)
      .execute();
    expect(referred).toEqual([{ affiliate_id: affiliate.accountId }]);

    await page.goto(`${origin}/deploy?plan=nano&name=first`);
    await page.getByRole('radio', { name: /Tiny Linux/ }).check();
    await page.getByRole('button', { name: 'Generate a password' }).click();
    const order = page.getByRole('region', { name: 'Price' }).getByRole('button', { name: /^Order and pay €4\.79$/ });
    await expect.poll(() => order.getAttribute('aria-disabled')).toBeNull();
    await order.click();
    await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
    await page.getByRole('radio', { name: 'Bank transfer' }).check();
    await page.getByRole('button', { name: 'Pay €4.79' }).click();
    await page.getByRole('button', { name: 'Copy IBAN' }).waitFor({ timeout: 30_000 });
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });

  test('reads that a used link is no longer valid, and where to get a new one', async () => {
    const { page } = customer;
    await givenSignUpMode(chain.db, 'open');
    await page.goto(origin + (await linkTo(email)));
    await page.getByRole('textbox', { name: 'Your name' }).fill('Eve');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('Austria');
    await page.getByRole('checkbox', { name: new RegExp(TERMS.version) }).check();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Open the account' }).click();
    await page
      .getByRole('alert')
      .getByText(/no longer valid/)
      .waitFor();
    await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
    await page.reload();
    await page.getByText('This link was used or has expired').waitFor();
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.getByRole('textbox', { name: 'Email address' }).waitFor();
  });
});
