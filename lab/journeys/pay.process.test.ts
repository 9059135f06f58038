/** Tests money: a deposit, a declined card, a worker that is killed during a payment, and a server that is ordered and paid later. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenSshKey } from '../given.ts';
import { givenSeller } from '../given-invoices.ts';
import { givenPaymentMethods } from '../given-payments.ts';
import { type Customer, expectAccessible, openCustomer, signIn } from './console-lab.ts';
import { type ConsoleProcesses, openConsoleProcesses } from './console-processes.ts';
import { views } from './views.ts';

/** A payment takes some seconds, because the sandbox decides at its first poll. */
const SOON = { timeout: 30_000 };

let lab: ConsoleProcesses;
beforeAll(async () => {
  lab = await openConsoleProcesses();
  await givenSeller(lab.db);
  await givenPaymentMethods(lab.db);
});
afterAll(() => lab?.close());

describe.each(views(import.meta.url))('a customer at $title', ({ view }) => {
  let customer: Customer;
  let owner: GivenAccount;
  beforeAll(async () => {
    customer = await openCustomer(lab.origin, view);
    owner = await givenAccount(lab.db);
    await givenSshKey(lab.db, { accountId: owner.accountId, name: 'demo' });
    await signIn(lab.db, customer, owner, lab.origin);
  });
  afterAll(() => customer?.close());

  const isPaid = () => customer.page.getByRole('status').getByText('Paid', { exact: true }).waitFor(SOON);
  const sandbox = () => customer.page.getByRole('heading', { name: 'Payment in the sandbox' });
  /** Returns from the page of the sandbox. On a busy machine the sandbox can decide before the browser has seen its page. */
  const backFromSandbox = async () => {
    const result = customer.page
      .getByRole('status')
      .getByText('Paid', { exact: true })
      .or(customer.page.getByRole('alert').getByText(/declined/));
    await sandbox().or(result).first().waitFor(SOON);
    if (await sandbox().isVisible()) await customer.page.getByRole('link', { name: 'Back to the order' }).click();
    await customer.page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
  };
  const fillDeposit = async (amount: string) => {
    await customer.page.goto(`${lab.origin}/balance`);
    await customer.page.getByRole('textbox', { name: 'Amount in EUR' }).fill(amount);
    await customer.page.getByRole('radio', { name: 'Card' }).check();
    return customer.page.getByRole('button', { name: `Deposit €${amount}` });
  };
  const balance = async () => (await lab.call('getBalance', {}, { token: owner.token })).body.balance as number;

  test('deposits money on the page of the sandbox, and sees its order paid', async () => {
    const { page, problems } = customer;
    await page.goto(`${lab.origin}/balance`);
    await page.getByText('No movement yet.').waitFor();
    await page.getByRole('button', { name: 'Deposit €50.00' }).click();
    await backFromSandbox();
    await isPaid();
    expect(await balance()).toBe(50);
    const calculation = page.getByRole('region', { name: 'Calculation' });
    expect(await calculation.textContent()).toMatch(/Paid by card€50\.00$/);
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  test('sees the amount on the page of the sandbox, and returns to an order that waits', async () => {
    const { page, problems } = customer;
    // This amount is never paid.
    await (await fillDeposit('20.06')).click();
    await sandbox().waitFor(SOON);
    expect(page.url()).toMatch(/\/sandbox#\w+$/);
    await page.getByText('€20.06').waitFor();
    await page.getByText(/^No money moves/).waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByText('€20.06').waitFor();
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await page.getByRole('button', { name: 'Go to the payment page' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('sees why a card was declined, at the button that pays again', async () => {
    const { page, problems } = customer;
    await (await fillDeposit('10.01')).click();
    await backFromSandbox();
    await page.getByRole('alert').getByText('The card was declined. Use another payment method.').waitFor(SOON);
    await page.getByRole('button', { name: 'Pay €10.01' }).waitFor();
    expect(await balance()).toBe(50);
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Bank transfer' }).check();
    await page.getByRole('button', { name: 'Pay €10.01' }).click();
    await page.getByRole('button', { name: 'Copy IBAN' }).waitFor(SOON);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The deposit of €10.01 is not made.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('status').getByText('Cancelled').waitFor();
    expect(problems).toEqual([]);
  });

  test('pays once though the worker is killed during the payment', async () => {
    const { page, problems } = customer;
    await lab.worker.kill();
    await (await fillDeposit('20.00')).click();
    await page.getByText('The payment page is being opened.').waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await lab.worker.start();
    const isOpen = async () => (await lab.call('getOrder', { params: { id } }, { token: owner.token })).body.payment_url !== null;
    await expect.poll(isOpen, { ...SOON, interval: 20 }).toBe(true);
    await lab.worker.kill();
    await sandbox().waitFor(SOON);
    await page.getByText('The sandbox decides within seconds.').waitFor();
    await lab.worker.start();
    await page.getByText('Paid. The host has been told.').waitFor({ timeout: 90_000 });
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await isPaid();
    expect(await balance()).toBe(70);
    expect(problems).toEqual([]);
  });

  test('stores a card only by consent, sees its last digits, and removes it', async () => {
    const { page, problems } = customer;
    await page.goto(`${lab.origin}/balance`);
    const cards = page.getByRole('region', { name: 'Stored cards' });
    // The payments before stored none.
    await cards.getByText('No card is stored.').waitFor();
    const button = await fillDeposit('20.00');
    const consent = page.getByRole('checkbox', { name: 'Store this card' });
    expect(await consent.isChecked()).toBe(false);
    await page.getByRole('radio', { name: 'Bank transfer' }).check();
    expect(await consent.count()).toBe(0);
    await page.getByRole('radio', { name: 'Card' }).check();
    await consent.check();
    await expectAccessible(page);
    await button.click();
    await backFromSandbox();
    await isPaid();
    await page.goto(`${lab.origin}/balance`);
    await cards.getByText('Sandbox ending in 4242').waitFor();
    await cards.getByText('valid to 12/2099, charged for renewals that the balance does not cover').waitFor();
    await expectAccessible(page);
    await cards.getByRole('button', { name: 'Remove Sandbox ending in 4242' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Sandbox ending in 4242' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await cards.getByText('No card is stored.').waitFor();
    expect((await lab.call('getBalance', {}, { token: owner.token })).body.has_valid_card).toBe(false);
    expect(problems).toEqual([]);
  });

  test('orders a server that the balance does not cover, pays it on the page of its order, and downloads the invoice', async () => {
    const { page, problems } = customer;
    await page.goto(`${lab.origin}/deploy?plan=nano&months=24&name=paid-later`);
    await page.getByRole('radio', { name: /Tiny Linux/ }).check();
    await page.getByRole('checkbox', { name: 'demo' }).check();
    const button = page.getByRole('region', { name: 'Price' }).getByRole('button', { name: /^Order and pay €\d+\.\d\d$/ });
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
    const amount = (await button.textContent())?.match(/€\d+\.\d\d/)?.[0] ?? '';
    await button.click();
    await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
    const order = new URL(page.url()).pathname;
    const calculation = page.getByRole('region', { name: 'Calculation' });
    await calculation.getByText(amount, { exact: true }).waitFor();
    expect(await calculation.textContent()).toMatch(new RegExp(`To pay${amount}$`));

    // The server links to its order.
    await page.getByRole('link', { name: 'paid-later' }).click();
    await page.getByRole('link', { name: `Pay ${amount}` }).click();
    await page.getByRole('button', { name: `Pay ${amount}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe(order);
    await page.getByRole('radio', { name: 'Card' }).check();
    await page.getByRole('button', { name: `Pay ${amount}` }).click();
    await backFromSandbox();
    await isPaid();
    await expect.poll(() => calculation.textContent()).toMatch(new RegExp(`Paid by card${amount}$`));
    await page.getByRole('list', { name: 'Services' }).getByText('Running').waitFor(SOON);

    const pdf = page.getByRole('button', { name: /^Invoice \d{10}: Download PDF$/ });
    await pdf.waitFor({ timeout: 60_000 });
    const [file] = await Promise.all([page.waitForEvent('download'), pdf.click()]);
    expect(file.suggestedFilename()).toMatch(/^invoice-\d{10}\.pdf$/);
    const ubl = page.getByRole('button', { name: /^Download UBL of \d{10}$/ });
    const [xml] = await Promise.all([page.waitForEvent('download'), ubl.click()]);
    expect(xml.suggestedFilename()).toMatch(/^invoice-\d{10}\.xml$/);
    expect(problems).toEqual([]);
  });
});
