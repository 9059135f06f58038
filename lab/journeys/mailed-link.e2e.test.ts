/**
 * Run with `npm run test:console`. Tests an own account as a visitor opens it, on a home that `./innkeeper up` has made. The host has opened
 * sign-up and named a mail server with the commands of the guide, and the link arrives by SMTP.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFor, type Outcome } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { readMime } from '@innkeeper/engine/mail-in/read-mime';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LabSmtpServer, openSmtpServer } from '../smtp-server.ts';
import { type Customer, openCustomer } from './console-lab.ts';

const EMAIL = 'ada@example.net';
const PASSWORD = 'eight blue umbrellas';
const WAIT = { timeout: 60_000, interval: 100 };

let directory: string;
let smtp: LabSmtpServer;
let innkeeper: (...args: string[]) => Promise<Outcome>;
let origin: string;
let customer: Customer | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-mailed-link-'));
  smtp = await openSmtpServer();
  const command = commandFor(join(directory, 'home'));
  innkeeper = async (...args) => {
    const done = await command(...args);
    expect(done.code, done.stderr).toBe(0);
    return done;
  };
  const port = await freePort();
  origin = `http://localhost:${port}`;
  await innkeeper('config', 'set', 'mail.smtp.host=127.0.0.1', `mail.smtp.port=${smtp.port}`, 'mail.smtp.tls=none');
  await innkeeper('config', 'set', 'mail.from', 'Alpine Hosting <shop@example.net>');
  await innkeeper('up', '--engine', 'simulated', '--port', String(port), '--detach');
});
afterAll(async () => {
  await customer?.close();
  await innkeeper?.('down');
  await smtp?.close();
  await rm(directory, { recursive: true, force: true });
});

/** Returns the link of a received mail. */
async function linkIn(mail: string): Promise<string> {
  const { written } = await readMime(Buffer.from(mail));
  return /https?:\/\/[^\s"<]+[?&]sign_up=[\w-]+/.exec(written.html)?.[0] ?? expect.fail(mail);
}

test('sign-up is closed until the host opens it', async () => {
  customer = await openCustomer(origin);
  await customer.page.goto(`${origin}/sign-up`);
  await customer.page.getByText('No accounts are opened at the moment.').waitFor();
  await innkeeper(
    'signup',
    'set',
    '--mode',
    'open',
    '--terms-version',
    '2026-11',
    '--terms-url',
    'https://www.example.com/terms',
  );
});

test('a visitor opens an account with the link of a mail, and signs in', async () => {
  const { page, problems } = customer ?? expect.fail();
  await page.goto(`${origin}/sign-in`);
  await page.getByRole('link', { name: 'Open an account' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(EMAIL);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText(`A mail is on its way to ${EMAIL}.`).waitFor();
  await vi.waitUntil(() => smtp.messages.length > 0, WAIT);
  const [mail = ''] = smtp.messages;
  expect(mail).toMatch(/^From: Alpine Hosting <shop@example\.net>\r$/m);
  expect(mail).toMatch(new RegExp(`^To: ${EMAIL}\\r$`, 'm'));

  await page.goto(await linkIn(mail));
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Example');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Austria');
  await page.getByRole('checkbox', { name: /2026-11/ }).check();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.getByText(`The account is open. Sign in as ${EMAIL}.`).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('navigation', { name: /^Main/ }).first().waitFor();
  await page.goto(`${origin}/deploy`);
  await page.getByRole('radio', { name: 'Nano' }).waitFor();
  expect(problems).toEqual([]);
});
