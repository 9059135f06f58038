/** Tests that fields say the sentences of the API before a form is sent, and not while a person first types. */
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenAccount } from '../given.ts';
import { type ConsoleLab, type Customer, expectAccessible, goTo, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

const NO_ADDRESS = 'Must be an email address.';
const NO_HOSTNAME = 'Must be a hostname';
const QUOTE = '/v1/servers?dry_run=true';

/** Time in milliseconds after which a price would have been requested, or a refusal of one would be shown. */
const LONGER_THAN_PAUSE_MS = 400;

let lab: ConsoleLab;
beforeAll(async () => {
  lab = await openConsoleLab();
});
afterAll(() => lab?.close());

describe.each(views(import.meta.url))('a customer at $title', ({ view }) => {
  let customer: Customer;
  let page: Customer['page'];
  /** Requests that would change something. */
  const changes: string[] = [];
  beforeAll(async () => {
    customer = await openCustomer(lab.origin, view);
    page = customer.page;
    await signIn(lab.db, customer, await givenAccount(lab.db), lab.origin);
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(request.url());
    });
    await page.goto(`${lab.origin}/servers`);
    await page.getByRole('heading', { level: 1, name: 'Servers' }).waitFor();
  });
  afterAll(() => customer.close());

  const focused = () => page.evaluate('document.activeElement.labels?.[0]?.textContent');

  test('reads the sentence after leaving a field, not while typing, and no longer when the field is right', async () => {
    await goTo(page, 'Profile');
    await page.getByRole('button', { name: 'Change the address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the address' });
    const field = dialog.getByRole('textbox', { name: 'New email address' });
    const sentence = dialog.getByRole('alert').getByText(NO_ADDRESS);
    await field.pressSequentially('ada@local');
    expect(await sentence.count()).toBe(0);
    await field.press('Tab');
    await sentence.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-describedby')).toContain(await dialog.getByRole('alert').getAttribute('id'));
    await expectAccessible(page);
    await field.fill('ada@example.org');
    await sentence.waitFor({ state: 'hidden' });
    await field.fill('ada@local');
    expect(await sentence.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Send both links' }).click();
    await sentence.waitFor();
    expect(await focused()).toBe('New email address');
    // The sentence must not move the button away while it is pressed.
    await field.fill('ada');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(changes).toEqual([]);
  });

  test('keeps a long text as it was pasted, and reads its limit', async () => {
    await page.goto(`${lab.origin}/support/new`);
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('x'.repeat(256));
    await page.getByRole('button', { name: 'Open the ticket' }).click();
    await page.getByRole('alert').getByText('Must have at most 255 characters.').waitFor();
    expect(await focused()).toBe('Subject');
    expect(await subject.inputValue()).toHaveLength(256);
    expect(changes).toEqual([]);
  });

  test('reads what a button outside of its form would send wrongly', async () => {
    await page.goto(`${lab.origin}/deploy`);
    await page.getByRole('button', { name: 'Add an SSH key' }).click();
    await page.getByRole('textbox', { name: 'Name of the key' }).fill('my laptop');
    await page.getByRole('button', { name: 'Add the key' }).click();
    await page.getByRole('alert').getByText('Must not be empty.').waitFor();
    expect(await focused()).toBe('Public key');
    expect(changes).toEqual([]);
  });

  test('reads what the price of an order would be refused for at the end of typing only', async () => {
    const quoted: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(QUOTE)) quoted.push(request.postDataJSON().name);
    });
    const isRefused = (response: Response) => response.url().endsWith(QUOTE) && response.status() === 422;
    const alerts = page.getByRole('alert');
    await page.goto(`${lab.origin}/deploy?plan=nano`);
    const button = page.getByRole('region', { name: 'Price' }).getByRole('button', { name: /^Order and pay €/ });
    await button.waitFor();
    // The console knows this limit, so it requests no price. The price of the empty name stays.
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('web_1');
    await page.waitForTimeout(LONGER_THAN_PAUSE_MS);
    expect(await alerts.count()).toBe(0);
    await button.click();
    await alerts.getByText(NO_HOSTNAME).waitFor();
    expect(await focused()).toBe('Name');
    // Only the API knows these.
    const ofName = page.waitForResponse(isRefused);
    await name.fill('web-');
    await ofName;
    await page.waitForTimeout(LONGER_THAN_PAUSE_MS);
    expect(await alerts.count()).toBe(0);
    await name.press('Tab');
    await alerts.getByText(NO_HOSTNAME).waitFor();
    await expectAccessible(page);
    await name.fill('web-1');
    await alerts.waitFor({ state: 'hidden' });
    const script = page.getByRole('textbox', { name: 'Startup script' });
    const ofScript = page.waitForResponse(isRefused);
    await script.fill('#!');
    await ofScript;
    await page.waitForTimeout(LONGER_THAN_PAUSE_MS);
    expect(await alerts.count()).toBe(0);
    await script.press('Tab');
    await alerts.getByText('Must be a script').waitFor();
    expect(new Set(quoted)).toEqual(new Set([undefined, 'web-', 'web-1']));
  });
});
