/** Tests that a customer changes the email address with the links of both mails, and chooses the language of mails and the use of codes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { emailChangeSecret } from '../given-email-changes.ts';
import { givenPassword, PASSWORD } from '../given-sessions.ts';
import { type ConsoleLab, type Customer, expectAccessible, goTo, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views, WIDE } from './views.ts';

let chain: ConsoleLab;
beforeAll(async () => {
  chain = await openConsoleLab();
});
afterAll(() => chain?.close());

/** Opens the mailed link in a browser without a session and presses one of its buttons. */
async function followLink(address: string, button: string, sentence: RegExp): Promise<void> {
  const visitor = await openCustomer(chain.origin);
  await visitor.page.goto(`${chain.origin}/?email_change=${await emailChangeSecret(chain.db, address)}`);
  await visitor.page.getByRole('button', { name: button }).click();
  await visitor.page.getByText(sentence).waitFor();
  await visitor.close();
}

const returnTo = ({ page }: Customer) =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");

describe.each(views(import.meta.url))('a customer at $title', ({ name, view }) => {
  const next = `new-${name}@example.net`;
  let account: GivenAccount;
  let customer: Customer;
  beforeAll(async () => {
    account = await givenAccount(chain.db);
    await givenPassword(chain.db, account);
    customer = await openCustomer(chain.origin, view);
    await signIn(chain.db, customer, account, chain.origin);
    await customer.page.goto(`${chain.origin}/servers`);
    await customer.page.getByRole('heading', { level: 1, name: 'Servers' }).waitFor();
  });
  afterAll(() => customer.close());

  const askFor = async (email: string) => {
    const { page } = customer;
    await page.getByRole('button', { name: 'Change the address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the address' });
    await dialog.getByRole('textbox', { name: 'New email address' }).fill(email);
    await dialog.getByRole('button', { name: 'Send both links' }).click();
    return dialog;
  };
  const links = () => customer.page.getByRole('list', { name: 'Links of the change' }).getByRole('listitem').allInnerTexts();

  test('sees at the field why an address is refused, and withdraws a change', async () => {
    const { page } = customer;
    await goTo(page, 'Profile');
    const dialog = await askFor('ada@localhost');
    await dialog.getByRole('alert').getByText('email address').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await (await askFor(next)).waitFor({ state: 'hidden' });
    await page.getByText(`The address becomes ${next}.`).waitFor();
    await page.getByRole('button', { name: 'Withdraw the change' }).click();
    await page.getByText(`The address becomes ${next}.`).waitFor({ state: 'hidden' });
    expect((await emailsOf(account)).pending).toBeUndefined();
  });

  test('sees which link was used, and has the new address after both', async () => {
    const { page } = customer;
    await (await askFor(next)).waitFor({ state: 'hidden' });
    await expect.poll(links).toEqual([/not used yet/, /not used yet/].map((state) => expect.stringMatching(state)));
    await expectAccessible(page);
    await followLink(next, 'Confirm the change', /the link of the other mail/);
    await returnTo(customer);
    await expect.poll(links).toEqual([expect.stringMatching(/\nused/), expect.stringMatching(/not used yet/)]);
    await followLink(account.email, 'Confirm the change', /The address is changed/);
    await returnTo(customer);
    await page.getByRole('list', { name: 'Links of the change' }).waitFor({ state: 'hidden' });
    await page.getByRole('main').getByText(next).waitFor();
    expect((await emailsOf(account)).email).toBe(next);
    if (view === WIDE) await page.getByRole('navigation', { name: 'Main', exact: true }).getByText(next).waitFor();
  });

  test('stops a change that somebody else requested, with the link to the current address', async () => {
    await (await askFor(`thief-${name}@example.net`)).waitFor({ state: 'hidden' });
    await followLink(next, 'Stop the change', /The change is stopped/);
    await returnTo(customer);
    await customer.page.getByRole('list', { name: 'Links of the change' }).waitFor({ state: 'hidden' });
    expect(await emailsOf(account)).toEqual({ email: next, pending: undefined });
  });

  test('chooses the language and the kinds of mails, and codes by email', async () => {
    const { page } = customer;
    await goTo(page, 'Profile');
    expect(await page.getByRole('combobox', { name: 'Language of mails' }).getByRole('option').allInnerTexts()).toEqual([
      'Deutsch',
      'English',
    ]);
    await page.getByRole('combobox', { name: 'Language of mails' }).selectOption('Deutsch');
    const mails = page.getByRole('group', { name: 'Mails about your account' });
    await mails.getByRole('checkbox', { name: 'Upcoming renewals' }).click();
    await mails.getByRole('checkbox', { name: 'Received deposits' }).click();
    await mails.getByRole('checkbox', { name: 'Received deposits' }).click();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: /newsletter/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    const chosen = chain.db
      .selectFrom('users')
      .select(['language', 'newsletter', 'muted_mails'])
      .where('id', '=', account.userId);
    expect(await chosen.executeTakeFirst()).toEqual({ language: 'de', newsletter: true, muted_mails: ['renewal-ahead'] });
    await page.reload();
    const shown = () =>
      mails.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => (box as unknown as { checked: boolean }).checked));
    await expect.poll(shown).toEqual([true, false, true, true]);

    await goTo(page, 'Security');
    await page.getByRole('button', { name: 'Use codes by email' }).click();
    await page.getByText('A code by email is asked for at each sign-in.').waitFor();
    const visitor = await openCustomer(chain.origin, view);
    await visitor.page.goto(`${chain.origin}/sign-in`);
    await visitor.page.getByRole('textbox', { name: 'Email address' }).fill(next);
    await visitor.page.getByLabel('Password').fill(PASSWORD);
    await visitor.page.getByRole('button', { name: 'Continue' }).click();
    await visitor.page.getByRole('textbox', { name: 'Code' }).waitFor();
    await visitor.close();
    await page.getByRole('button', { name: 'Stop codes by email' }).click();
    await page.getByRole('button', { name: 'Use codes by email' }).waitFor();
    expect(customer.problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });
});

async function emailsOf({ userId }: GivenAccount): Promise<{ email: string; pending: string | undefined }> {
  const user = chain.db.selectFrom('users').select('email').where('id', '=', userId);
  const change = chain.db.selectFrom('email_changes').select('email').where('user_id', '=', userId).where('outcome', 'is', null);
  return { email: (await user.executeTakeFirstOrThrow()).email, pending: (await change.executeTakeFirst())?.email };
}
