/** Tests a customer who cannot log in: a new key, a new password, the rescue system and an own ISO. */
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { simulatedContent } from '@innkeeper/engine/downloads/simulated';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, newPublicKey } from '../given.ts';
import { type ConsoleLab, type Customer, expectAccessible, goTo, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { deployServer } from './deployed-server.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
let origin: string;
beforeAll(async () => {
  chain = await openConsoleLab({ simulated: { delays: { boot: 500 } } });
  origin = chain.origin;
});
afterAll(() => chain?.close());

describe.each(views(import.meta.url))('a customer at $title', ({ view }) => {
  let owner: GivenAccount;
  let customer: Customer;
  let page: Page;
  let serverId: number;
  beforeAll(async () => {
    owner = await givenAccount(chain.db, { funds: 10_000n });
    serverId = await deployServer(chain, owner, 'web-1');
    customer = await openCustomer(origin, view);
    page = customer.page;
    await signIn(chain.db, customer, owner, origin);
  });
  afterAll(async () => {
    await customer?.close();
  });

  const machine = () => readSimulated(chain.home, machineIdOf(serverId));
  const status = (word: string) => page.getByRole('status').getByText(word, { exact: true }).waitFor();

  test('adds a key from its file, and sets it on the server', async () => {
    const { publicKey } = newPublicKey('ada@new-laptop');
    await page.goto(`${origin}/ssh-keys`);
    await page.getByText('No keys yet. New servers accept the keys that you choose here.').waitFor();
    await page.getByRole('button', { name: 'Add a key' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a .pub file' }).click();
    await (await choosing).setFiles({ name: 'id_ed25519.pub', mimeType: 'text/plain', buffer: Buffer.from(`${publicKey}\n`) });
    await expect.poll(() => page.getByRole('textbox', { name: 'Public key' }).inputValue()).toBe(publicKey);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add the key' }).click();
    const row = page.getByRole('row', { name: /ada@new-laptop/ });
    await row.getByText('no server').waitFor();
    await row.getByRole('button', { name: /^Copy SHA256:/ }).waitFor();

    await page.goto(`${origin}/servers/${serverId}/access`);
    await page.getByRole('checkbox', { name: 'ada@new-laptop' }).check();
    await page.getByRole('button', { name: 'Set keys' }).click();
    await expect.poll(async () => (await machine()).disk.sshKeys).toEqual([publicKey]);
    await status('Running');
  });

  test('does not send a private key', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await goTo(page, 'SSH keys');
    await page.getByRole('button', { name: 'Add a key' }).click();
    const key = page.getByRole('textbox', { name: 'Public key' });
    await key.fill('-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0');
    await page.getByText(/This is a private key. It was not sent./).waitFor();
    const drop = async (text: string) => {
      const dataTransfer = await page.evaluateHandle(`(() => {
        const data = new DataTransfer();
        data.items.add(new File([${JSON.stringify(text)}], 'id_ed25519'));
        return data;
      })()`);
      await key.dispatchEvent('drop', { dataTransfer });
    };
    await drop('# my key\n-----BEGIN OPENSSH PRIVATE KEY----- c2VjcmV0');
    await expect.poll(() => key.inputValue()).toBe('-----BEGIN OPENSSH PRIVATE KEY');
    await page.getByText(/This is a private key. It was not sent./).waitFor();
    await drop('x'.repeat(70_000));
    await page.getByText('This file is too large for a public key.').waitFor();
    await page.getByRole('button', { name: 'Add the key' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByRole('row', { name: /ada@new-laptop/ })
      .getByText('1 server')
      .waitFor();
    expect(sent.filter((text) => text.includes('PRIVATE KEY'))).toEqual([]);
  });

  test('sets a new password with a reboot', async () => {
    const before = await machine();
    await page.goto(`${origin}/servers/${serverId}/access`);
    await page.getByRole('textbox', { name: 'New password' }).fill('Long enough for it 2');
    await page.getByRole('checkbox', { name: /^Reboot now/ }).check();
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText(/^The password is being set/).waitFor();
    await expect.poll(async () => (await machine()).disk.passwords.root).not.toBe(before.disk.passwords.root);
    await expect.poll(async () => (await machine()).bootId).not.toBe(before.bootId);
    await status('Running');
  });

  test('starts the rescue system and leaves it', async () => {
    await page.goto(`${origin}/servers/${serverId}/media`);
    await page.getByRole('button', { name: 'Start rescue system' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start rescue system' }).click();
    await status('Rescue mode');
    expect((await machine()).bootedFrom).toBe('rescue');
    const leave = page.getByRole('button', { name: 'Leave rescue mode' });
    await expect.poll(() => leave.getAttribute('aria-disabled')).toBeNull();
    await leave.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave rescue mode' }).click();
    await status('Running');
    expect((await machine()).bootedFrom).toBe('disk');
  });

  test('adds an ISO and inserts it, and cannot delete it while it is inserted', async () => {
    const url = 'https://mirror.example/rescue-tools.iso';
    expect(customer.problems).toEqual([]);
    await goTo(page, 'ISOs');
    await page.getByRole('button', { name: 'Add ISO' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('ftp://mirror.example/rescue-tools.iso');
    await dialog.getByRole('button', { name: 'Add ISO' }).click();
    await dialog.getByRole('alert').waitFor();
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'URL' }).evaluate('document.activeElement.value'))
      .toMatch(/^ftp:/);
    // Chromium reports each refused request.
    customer.problems.splice(0);
    await dialog.getByRole('textbox', { name: 'URL' }).fill(url);
    await dialog.getByRole('button', { name: 'Add ISO' }).click();
    const row = page.getByRole('row', { name: /rescue-tools/ });
    await row.getByText('Ready').waitFor();
    await row.getByText(`${Buffer.byteLength(simulatedContent(url))} bytes`).waitFor();
    await expectAccessible(page);

    await page.goto(`${origin}/servers/${serverId}/media`);
    await page.getByRole('combobox', { name: 'First drive' }).selectOption({ label: 'rescue-tools' });
    await page.getByRole('button', { name: 'Insert' }).click();
    await expect.poll(async () => (await machine()).spec.media.bootFrom).toBe('iso');

    await goTo(page, 'ISOs');
    await page.getByRole('button', { name: 'Acts of rescue-tools' }).click();
    const remove = page.getByRole('menuitem', { name: /^Delete/ });
    await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
    await remove.getByText('It is in a drive of web-1. Eject it there first.').waitFor();
    await page.keyboard.press('Escape');
    expect(customer.problems).toEqual([]);
  });
});
