/** Tests a customer who automates, reads the audit log, and leaves: token, webhook, audit log, export, closing of the account. */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { HttpWebhooks } from '@innkeeper/engine/webhooks/http';
import { writeAccountExports } from '@innkeeper/jobs/account-exports/write';
import { deliverEvents } from '@innkeeper/jobs/webhooks/deliver-events';
import { takeEvents } from '@innkeeper/jobs/webhooks/take-events';
import { days, minutes } from '@innkeeper/model/time/clock';
import { verifyWebhook } from '@innkeeper/sdk/webhooks';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenServer } from '../given.ts';
import { givenJobCx } from '../given-cx.ts';
import { givenPaidOrder, givenSeller } from '../given-invoices.ts';
import { givenPassword, PASSWORD } from '../given-sessions.ts';
import { givenWebhooks, openReceiver, type Receiver } from '../given-webhooks.ts';
import { type ConsoleLab, type Customer, expectAccessible, goTo, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
let origin: string;
let receiver: Receiver;
let jobs: { stop: () => Promise<void> };
beforeAll(async () => {
  receiver = await openReceiver();
  const receivers = [{ address: '127.0.0.1', port: receiver.port }];
  chain = await openConsoleLab({ settings: { webhookReceivers: receivers } });
  origin = chain.origin;
  await givenSeller(chain.db);
  jobs = runJobs(receivers);
});
afterAll(async () => {
  await jobs?.stop();
  await chain?.close();
  await receiver?.close();
});

/** Runs jobs that a chain does not run: a worker sends events, and the API writes exports. */
function runJobs(receivers: { address: string; port: number }[]): { stop: () => Promise<void> } {
  const { db, close } = openDatabase({ url: asRole(chain.url, WORKER_ROLE), max: 2 });
  const webhooks = givenWebhooks(new HttpWebhooks({ receivers, limitMs: minutes(1) }));
  const cx = { ...givenJobCx(db), webhooks };
  const attachments = openAttachmentDirectory(chain.attachments);
  const ofApi = { ...givenJobCx(chain.api.db), exports: { files: openAttachmentDirectory(chain.accountExports), attachments } };
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      await takeEvents(cx);
      await deliverEvents(cx);
      await writeAccountExports(ofApi);
      await setTimeout(100);
    }
  };
  const ended = run();
  return {
    async stop() {
      isStopped = true;
      await ended;
      await close();
    },
  };
}

/** Age in milliseconds of a sign-in proof that is too old for protected operations. */
const PROOF_AGE_MS = minutes(20);

describe.each(views(import.meta.url))('a customer at $title', ({ view }) => {
  let owner: GivenAccount;
  let customer: Customer;
  let page: Page;
  let serverIds: { web: number; db: number };
  beforeAll(async () => {
    owner = await givenAccount(chain.db, { funds: 10_000n });
    await givenPassword(chain.db, owner);
    const { accountId } = owner;
    serverIds = {
      web: await givenServer(chain.db, { accountId, hostname: 'web-1' }),
      db: await givenServer(chain.db, { accountId, hostname: 'db-1' }),
    };
    customer = await openCustomer(origin, view);
    page = customer.page;
    await signIn(chain.db, customer, owner, origin, new Date(Date.now() - PROOF_AGE_MS));
  });
  afterAll(() => customer?.close());

  const row = (name: string) => page.getByRole('row', { name });
  const act = async (name: string, item: string) => {
    await row(name)
      .getByRole('button', { name: /^Acts of/ })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const secret = () => page.getByRole('dialog').locator('code').textContent();
  const statusOf = async (token: string | null, id: number) =>
    (await chain.call('getServer', { params: { id } }, { token: token ?? '' })).status;

  let token: string | null;

  test('creates a token for one server with a cap after reauthentication, and sees its secret once', async () => {
    await page.goto(`${origin}/servers`);
    await page.getByRole('heading', { level: 1, name: 'Servers' }).waitFor();
    await goTo(page, 'Tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('deploy script');
    await page.getByRole('radio', { name: 'Chosen servers' }).check();
    const create = page.getByRole('button', { name: 'Create the token' });
    // An empty list would mean all servers, so it cannot be sent.
    await expect.poll(() => create.getAttribute('aria-description')).toBe('Choose a server, or all servers.');
    await page.getByRole('checkbox', { name: 'web-1' }).check();
    await page.getByRole('textbox', { name: 'Networks' }).fill('127.0.0.999');
    await page.getByRole('textbox', { name: 'Spending cap a month in EUR' }).fill('20');
    await page.getByRole('radio', { name: '30 days' }).check();
    await expectAccessible(page);
    await create.click();
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
    const networks = page.getByRole('textbox', { name: 'Networks' });
    await expect.poll(() => networks.getAttribute('aria-invalid')).toBe('true');
    await networks.fill('');
    await create.click();
    await page.getByRole('heading', { name: 'Secret of the token deploy script' }).waitFor();
    await expectAccessible(page);
    token = await secret();
    expect(await statusOf(token, serverIds.web)).toBe(200);
    expect(await statusOf(token, serverIds.db)).toBe(403);
  });

  test('is asked whether the secret is saved before leaving the page', async () => {
    await page.evaluate('history.back()');
    await page.getByText('Is the secret saved? It cannot be shown again.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/tokens');
    await page.getByRole('button', { name: 'Show it again' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'It is saved, leave' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => row('deploy script').textContent()).toContain('at most €20.00 a month');
    expect(await row('deploy script').textContent()).toContain('web-1');
    expect(await page.content()).not.toContain(token);
  });

  test('rotates the token with an overlap, and revokes it', async () => {
    await act('deploy script', 'Rotate the secret');
    await page.getByRole('radio', { name: 'In 10 minutes' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('heading', { name: 'Secret of the token' }).waitFor();
    const next = await secret();
    expect(next).not.toBe(token);
    await page.getByRole('button', { name: 'It is saved' }).click();
    expect([await statusOf(token, serverIds.web), await statusOf(next, serverIds.web)]).toEqual([200, 200]);
    await act('deploy script', 'Revoke');
    await page.getByText(/A program used it just now|A program used it \d/).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => row('deploy script').count()).toBe(0);
    expect([await statusOf(token, serverIds.web), await statusOf(next, serverIds.web)]).toEqual([401, 401]);
  });

  test('creates no second token after a lost reply', async () => {
    await page.route('**/v1/tokens', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('lost');
    await page.getByRole('button', { name: 'Create the token' }).click();
    await page.getByText('The reply was lost after the token was made').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await page.getByRole('button', { name: 'Create the token' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => row('lost').count()).toBe(1);
    customer.problems.length = 0;
  });

  test('adds a webhook, sends a test that its receiver verifies, and replays it', async () => {
    receiver.received.length = 0;
    receiver.answer = (_request, response) => void response.writeHead(500).end('not yet');
    await goTo(page, 'Webhooks');
    await page.getByText('No receivers. Events also arrive live by the API’s stream.').waitFor();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:1/');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('billing system');
    await dialog.getByRole('radio', { name: 'Chosen kinds' }).check();
    await dialog.getByRole('checkbox', { name: 'Orders' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'URL' }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('heading', { name: 'Secret of the webhook billing system' }).waitFor();
    const signing = (await secret()) ?? '';
    await page.getByRole('button', { name: 'It is saved' }).click();
    await page.getByRole('link', { name: 'billing system' }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Failing since').first().waitFor();
    const line = page.getByRole('list', { name: 'Deliveries' }).getByRole('button', { name: 'Test' });
    await line.click();
    await page.getByText('not yet').waitFor();
    await page
      .getByText(/500 after/)
      .first()
      .waitFor();
    await expectAccessible(page);
    // The attempt ends while the page reads the list of deliveries. The page must not show the webhook as it was before.
    let isListRead = false;
    receiver.answer = (_request, response) =>
      void expect
        .poll(() => isListRead)
        .toBe(true)
        .then(() => response.end('thanks'));
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await page.route(/deliveries\?/, async (route) => {
      isListRead = true;
      await expect
        .poll(() => chain.call('getWebhook', { params: { id } }, { token: owner.token }))
        .toMatchObject({ body: { failing_since: null } });
      await route.continue();
    });
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('thanks').waitFor();
    await expect.poll(() => line.textContent()).toContain('Delivered');
    await page.getByRole('status').getByText('Enabled').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    const [first, second] = receiver.received;
    if (first === undefined || second === undefined) throw new Error('the receiver got less than two attempts');
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(await verifyWebhook(signing, second)).toMatchObject({ type: 'test' });
  });

  test('disables the webhook, which then sends nothing, and deletes it', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('status').getByText('Disabled', { exact: true }).waitFor();
    const send = page.getByRole('button', { name: 'Send a test' });
    expect(await send.getAttribute('aria-description')).toBe('Enable the webhook first.');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No receivers.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/webhooks');
  });

  test('filters the audit log by action, and downloads it', async () => {
    await goTo(page, 'Audit log');
    const entries = page.getByRole('table', { name: 'Audit log' }).getByRole('rowgroup').last().getByRole('row');
    await entries.filter({ hasText: 'Test webhook' }).waitFor();
    await page.getByRole('combobox', { name: 'Act', exact: true }).selectOption({ label: 'Rotate token' });
    await expect.poll(() => entries.count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('action')).toBe('rotateToken');
    expect(await entries.textContent()).toContain(owner.email);
    await expectAccessible(page);
    await entries.getByRole('button', { name: 'Rotate token' }).click();
    await page.getByText('"overlap_minutes": 10').waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const table = await readFile(await (await downloading).path(), 'utf8');
    expect(table).toContain('rotateToken');
    expect(table).not.toContain('deleteToken');
    await page.reload();
    await expect.poll(() => entries.count()).toBe(1);
    await page.getByRole('combobox', { name: 'Thing', exact: true }).selectOption({ label: 'Passkey' });
    await page.getByText('No entry matches.').waitFor();
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await entries.filter({ hasText: 'Test webhook' }).waitFor();
  });

  test('corrects the billing data, which the first paid order makes final', async () => {
    await goTo(page, 'Account');
    await page.getByRole('textbox', { name: 'City' }).fill('Graz');
    await page.getByRole('checkbox', { name: 'This account belongs to a company' }).check();
    await page.getByRole('textbox', { name: 'Name of the company' }).fill('Example GmbH');
    await page.getByRole('textbox', { name: 'VAT number' }).fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'VAT number' }).getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'VAT number' }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved.').waitFor();
    const { body } = await chain.call('getUser', {}, { token: owner.token });
    expect(body).toMatchObject({ city: 'Graz', company: true, company_name: 'Example GmbH' });
    await givenPaidOrder(chain.db, { accountId: owner.accountId, now: new Date(Date.now() - days(6)) });
    await page.reload();
    await page.getByText('Fixed since the first paid order.').waitFor();
    for (const name of ['Country', 'Name of the company'])
      expect(await page.getByRole('textbox', { name }).getAttribute('readonly')).not.toBeNull();
  });

  test('shares a link as an affiliate', async () => {
    await page.getByRole('link', { name: 'Affiliate' }).click();
    await page.getByRole('button', { name: 'Activate the affiliate program' }).click();
    await page.getByRole('textbox', { name: 'Referral code' }).fill('a b');
    await page.getByRole('button', { name: 'Change the code' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Referral code' }).getAttribute('aria-invalid')).toBe('true');
    const code = `harbour-${owner.accountId}`;
    await page.getByRole('textbox', { name: 'Referral code' }).fill(code);
    await page.getByRole('button', { name: 'Change the code' }).click();
    await page.getByText(`?ref=${code}`).waitFor();
    await page.getByText('No referred customer has paid an order yet.').waitFor();
  });

  test('exports the account, and downloads the file', async () => {
    await page.getByRole('link', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('status').getByText('Ready').waitFor();
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const files = unzipSync(await readFile(await (await downloading).path()));
    expect(Object.values(files).some((file) => strFromU8(file).includes('Example GmbH'))).toBe(true);
  });

  test('sees the obstacles to closing the account', async () => {
    await page.getByRole('link', { name: 'Closing' }).click();
    await page.getByRole('button', { name: 'Close the account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: '€100.00 of balance' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Close the account' }).getAttribute('aria-description')).toBe(
      'Settle what is listed first.',
    );
    await expectAccessible(page);
    await dialog.getByRole('link', { name: '2 services that have not ended' }).click();
    await page.getByRole('heading', { level: 1, name: 'Servers' }).waitFor();
  });

  test('closes an account without obstacles, and undoes it', async () => {
    const leaving = await givenAccount(chain.db);
    await signIn(chain.db, customer, leaving, origin);
    await page.goto(`${origin}/account/closing`);
    await page.getByRole('button', { name: 'Close the account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: `Type ${leaving.email} to confirm` }).fill(leaving.email);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close the account' }).click();
    await page.getByText('Its owner can undo this until then.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo the closing' }).click();
    await page.getByRole('button', { name: 'Close the account' }).waitFor();
    await expect.poll(() => page.getByText('Its owner can undo this until then.').count()).toBe(0);
    expect(customer.problems.filter((problem) => !/ERR_CONNECTION_RESET|status of 4\d\d/.test(problem))).toEqual([]);
  });
});
