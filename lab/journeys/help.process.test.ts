/** Tests help: a ticket with a file and its answer, lost replies, uploads, a support plan, and drafts. */
import { openScanners } from '@innkeeper/engine/scanner/open';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeClamd, openFakeClamd, VIRUS } from '../fake-clamd.ts';
import { type GivenAccount, givenAccount, givenServer } from '../given.ts';
import { givenTicket } from '../given-tickets.ts';
import { type Operator, openOperator } from '../operator.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
let origin: string;
let operator: Operator;
let clamd: FakeClamd;
beforeAll(async () => {
  clamd = await openFakeClamd();
  chain = await openConsoleLab({ scanners: openScanners() });
  origin = chain.origin;
  operator = openOperator(chain);
  await operator.run('setScanner', { socket: clamd.socket });
});
afterAll(async () => {
  await chain?.close();
  await clamd?.close();
});

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

/** Chooses files in the dialog of the browser. */
async function attach(page: Page, files: readonly ReturnType<typeof file>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles([...files]);
}

describe.each(views(import.meta.url))('at $title', ({ view }) => {
  let customer: Customer;
  let page: Page;
  let owner: GivenAccount;
  beforeAll(async () => {
    owner = await givenAccount(chain.db, { funds: 10_000n });
    await givenServer(chain.db, { accountId: owner.accountId, hostname: 'web-1' });
    customer = await openCustomer(origin, view);
    page = customer.page;
    await signIn(chain.db, customer, owner, origin);
  });
  afterAll(() => customer.close());

  /** Returns the link in the bar of a phone or in the rail, which have different names. */
  const support = () => page.getByRole('navigation', { name: /^Main/ }).getByRole('link', { name: /^Support/ });

  test('a ticket with a file is opened, answered, replied to and resolved', async () => {
    await page.goto(`${origin}/`);
    await support().click();
    await page.getByText('No tickets.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New ticket' }).click();
    await page.getByRole('heading', { level: 1, name: 'New ticket' }).waitFor();
    const open = page.getByRole('button', { name: 'Open the ticket' });
    await open.click();
    await page.getByRole('alert').getByText('Choose a department first.').waitFor();
    const subject = page.getByRole('textbox', { name: 'Subject' });
    await expect.poll(() => subject.getAttribute('aria-invalid')).toBe('true');
    expect(await subject.evaluate((input) => input.ownerDocument.activeElement === input)).toBe(true);
    await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: 'Technical support' });
    await page.getByRole('combobox', { name: 'Related server' }).selectOption({ label: 'web-1' });
    await page.getByRole('textbox', { name: 'Subject' }).fill('web-1 does not boot');
    await page.getByRole('textbox', { name: 'Message' }).fill('It hangs:\n  <panic> & "more"\n\nWhat now?');

    await attach(page, [file('boot.log', 'kernel panic'), file('large.bin', 'x'.repeat(10 * 1024 * 1024 + 1))]);
    await page.getByText('large.bin was not added: it is larger than 10 MB.').waitFor();
    await attach(page, [file('tool.exe', `MZ ${VIRUS}`)]);
    await expectAccessible(page);
    await open.click();
    await page.getByText(/tool\.exe contains a virus .* Remove the file\./).waitFor();

    // The draft survives a reload, but its files do not.
    await page.reload();
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toContain('<panic> & "more"');
    await attach(page, [file('boot.log', 'kernel panic')]);
    await open.click();
    await page.getByRole('heading', { level: 1, name: 'web-1 does not boot' }).waitFor();
    const messages = page.getByRole('list', { name: 'Messages' }).locator('> li');
    expect(await messages.first().textContent()).toContain('It hangs:  <panic> & "more"What now?');
    expect(await messages.first().locator('br').count()).toBe(3);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download boot.log' }).click();
    expect((await download).suggestedFilename()).toBe('boot.log');

    const ticket = Number(page.url().split('/').at(-1));
    await support().click();
    await page.getByRole('list', { name: 'Waiting for the support' }).getByText('web-1 does not boot').waitFor();
    await operator.run('replyTicket', { ticket, message: 'Reinstall it, and\nsend us a log.' });
    await support().getByText('1 answered').waitFor();
    await page.getByRole('list', { name: 'Answered' }).getByRole('link', { name: 'web-1 does not boot' }).click();
    await messages.getByText('Reinstall it, and').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Mark as resolved' }).click();
    await page.getByText('A reply opens it again.').waitFor();
    await support().getByText('1 answered').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Your reply' }).fill('It still hangs.');
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await page.getByRole('status').getByText('Waits for the support').waitFor();
    expect(await messages.count()).toBe(3);
    expect(await page.getByRole('textbox', { name: 'Your reply' }).inputValue()).toBe('');
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("innkeeper-draft"))')).toEqual([]);
    // The browser also reports the refusals of the infected file, the incomplete form and the missing plan.
    expect(customer.problems.filter((problem) => !/422|404/.test(problem))).toEqual([]);
  });

  test('a reply with a lost response is sent once, and can be sent again from the same form', async () => {
    const id = await givenTicket(chain.db, { accountId: owner.accountId, subject: 'Lost' });
    await page.goto(`${origin}/support/${id}`);
    await page.route('**/v1/support/tickets/*/messages', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('textbox', { name: 'Your reply' }).fill('Is anybody there?');
    const send = page.getByRole('button', { name: 'Send the reply' });
    await send.click();
    await page.getByText('The reply was lost.').waitFor({ timeout: 60_000 });
    expect(await page.getByRole('textbox', { name: 'Your reply' }).inputValue()).toBe('Is anybody there?');
    await page.unrouteAll();
    await send.click();
    await page.getByText('The reply was lost.').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('textbox', { name: 'Your reply' }).inputValue()).toBe('');
    const messages = page.getByRole('list', { name: 'Messages' }).locator('> li');
    await expect.poll(() => messages.count()).toBe(2);
    customer.problems.splice(0);
  });

  test('an upload shows its progress', async () => {
    const id = await givenTicket(chain.db, { accountId: owner.accountId, subject: 'Slow' });
    await page.goto(`${origin}/support/${id}`);
    await page.getByRole('textbox', { name: 'Your reply' }).fill('Here is the log.');
    await attach(page, [file('boot.log', 'x'.repeat(3 * 1024 * 1024))]);
    const devtools = await customer.context.newCDPSession(page);
    const throttle = (uploadThroughput: number) =>
      devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
    await throttle(512 * 1024);
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await page
      .getByRole('status')
      .getByText(/^[1-9]\d? % sent$/)
      .waitFor();
    await throttle(-1);
    await page.getByRole('button', { name: 'Download boot.log' }).waitFor();
    // The event of the answer may precede the reply that empties the form.
    await page.getByRole('list', { name: 'Files of this message' }).waitFor({ state: 'hidden' });
  });

  test.each([
    ['suspended', { suspended_at: new Date(), suspend_reason: 'Abuse' }, 'This account is suspended.'],
    ['closing', { closing_asked_at: new Date(), closes_at: new Date(Date.now() + 86_400_000) }, 'This account is closed on'],
  ])('a member of a %s account contacts the support', async (state, fields, banner) => {
    const { accountId } = owner;
    await chain.db.updateTable('accounts').set(fields).where('id', '=', accountId).execute();
    await page.goto(`${origin}/servers`);
    await page.getByText(banner).waitFor();
    await page.getByRole('link', { name: 'Open a ticket' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill(`Why ${state}?`);
    await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: 'Technical support' });
    await page.getByRole('textbox', { name: 'Message' }).fill('Please tell me.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Open the ticket' }).click();
    await page.getByRole('heading', { level: 1, name: `Why ${state}?` }).waitFor();
    await page.getByRole('textbox', { name: 'Your reply' }).fill('Thank you.');
    await page.getByRole('button', { name: 'Send the reply' }).click();
    await expect.poll(() => page.getByRole('list', { name: 'Messages' }).locator('> li').count()).toBe(2);
    await page.getByRole('button', { name: 'Mark as resolved' }).click();
    await page.getByText('A reply opens it again.').waitFor();
    await page.goto(`${origin}/servers`);
    await page.getByRole('button', { name: 'Acts of web-1' }).click();
    const act = page.getByRole('menuitem', { name: /^Restart/ });
    await expect.poll(() => act.textContent()).toContain('can only read, export its data and use tickets');
    await page.keyboard.press('Escape');
    const none = { suspended_at: null, suspend_reason: null, closing_asked_at: null, closes_at: null };
    await chain.db.updateTable('accounts').set(none).where('id', '=', accountId).execute();
  });

  test('a support plan is ordered, renewed, cancelled, and this is undone', async () => {
    await page.goto(`${origin}/support`);
    await page.getByRole('link', { name: 'Support plan' }).click();
    await page.getByText('No support plan yet.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Order Premium' }).click();
    await page.getByRole('region', { name: 'Price' }).getByText('To pay now').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Order Premium for €\d+\.\d\d$/ })
      .click();
    await page.getByRole('heading', { name: 'Your plan: Premium' }).waitFor();
    await page.getByText('The plan is ordered and paid.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Renew' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Renew for €/ })
      .click();
    await page.getByText('The renewal is ordered and paid.').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel at the end' }).click();
    await page.getByText('The plan is cancelled.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The plan is cancelled.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').getByText('Now').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Cancel now, €\d+\.\d\d go back$/ })
      .click();
    await page.getByText('No support plan yet.').waitFor();
  });

  test('a sign-out deletes the drafts of the person, and a refused one keeps them', async () => {
    const drafts = () => page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("innkeeper-draft-"))');
    const signOut = async () => {
      await page.getByRole('button', { name: /settings of this browser/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
    };
    await page.goto(`${origin}/support/new`);
    await page.evaluate(
      'localStorage.setItem("innkeeper-draft-999999-1-new-ticket", JSON.stringify({ at: Date.now(), fields: {} }))',
    );
    await page.getByRole('textbox', { name: 'Message' }).fill('Nobody else reads this.');
    const typed = `innkeeper-draft-${owner.userId}-${owner.accountId}-new-ticket`;
    await page.route('**/v1/sessions/current', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { message: 'Not now.', code: 'wrong_state' } })
        : route.continue(),
    );
    await signOut();
    await page.getByText('Not now.').waitFor();
    expect(await drafts()).toEqual(expect.arrayContaining([typed]));
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await drafts()).toEqual(['innkeeper-draft-999999-1-new-ticket']);
  });
});
