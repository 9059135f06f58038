/** Tests addresses: names, the main address, firewalls of a server, and a floating IP that is bought, moved and ended. */
import { addPool } from '@innkeeper/db/seed/add-pool';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenExtraAddress } from '../given-addresses.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { type ConsoleLab, type Customer, expectAccessible, goTo, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { deployServer } from './deployed-server.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
let origin: string;
/** While set, guests are not notified of new addresses, so a move stays in progress. */
let gate: { opened: Promise<void>; open: () => void } | undefined;
beforeAll(async () => {
  const fail = async (act: string) => {
    if (act === 'setAddresses') await gate?.opened;
  };
  chain = await openConsoleLab({ simulated: { fail } });
  origin = chain.origin;
  await chain.db.transaction().execute((trx) => addPool(trx, { name: 'six', cidr: '2001:db8::/46' }));
});
afterAll(() => chain?.close());

/** Holds moves of floating IPs until `releaseMoves`. */
function holdMoves(): void {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  gate = { opened, open };
}

function releaseMoves(): void {
  gate?.open();
  gate = undefined;
}
afterEach(releaseMoves);

describe.each(views(import.meta.url))('a customer at $title', ({ view }) => {
  let owner: GivenAccount;
  let customer: Customer;
  let page: Page;
  let first: number;
  let second: number;
  beforeAll(async () => {
    owner = await givenAccount(chain.db, { funds: 20_000n });
    first = await deployServer(chain, owner, 'web-1');
    second = await deployServer(chain, owner, 'web-2');
    await givenExtraAddress(chain.db, { serverId: first });
    await givenFirewall(chain.db, { accountId: owner.accountId, name: 'web' });
    customer = await openCustomer(origin, view);
    page = customer.page;
    await signIn(chain.db, customer, owner, origin);
  });
  afterAll(() => customer?.close());

  type Address = { id: number; ip_address: string; version: number; main: boolean; ptr: { address: string; name: string }[] };
  const addressesOf = async (id: number): Promise<Address[]> =>
    (await chain.call('getServer', { params: { id } }, { token: owner.token })).body.ip_addresses;
  const floatingIps = async () => (await chain.call('listFloatingIps', {}, { token: owner.token })).body.data;
  const openNetwork = async (id: number) => {
    await page.goto(`${origin}/servers/${id}/network`);
    await page.getByRole('heading', { name: 'Firewalls', exact: true }).waitFor();
  };
  /** Returns the row of a floating IP on its page. */
  const row = (address: string) => page.getByRole('row').filter({ hasText: address });
  const choose = async (address: string, item: string) => {
    await row(address)
      .getByRole('button', { name: `Acts of ${address}` })
      .click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  test('sets the name of an address inline, and sees a refusal at its field', async () => {
    const [main] = await addressesOf(first);
    await page.goto(`${origin}/servers/${first}`);
    await page.getByRole('link', { name: 'Network', exact: true }).first().click();
    const field = page.getByRole('textbox', { name: `Name of ${main?.ip_address}`, exact: true });
    await field.fill('no hostname');
    await page.getByRole('button', { name: /^Save the names? of/ }).click();
    await page.getByRole('alert').getByText('Must be a hostname').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
    await expectAccessible(page);
    await field.fill('web-1.example.com');
    await field.press('Enter');
    await page.getByText('Saved.').waitFor();
    expect((await addressesOf(first))[0]?.ptr).toEqual([{ address: main?.ip_address, name: 'web-1.example.com' }]);
    await field.fill('');
    await field.press('Enter');
    await page.getByRole('button', { name: /^Save the names? of/ }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await addressesOf(first))[0]?.ptr).toEqual([]);
  });

  test('sets names in an IPv6 network', async () => {
    const six = (await addressesOf(first)).find(({ version }) => version === 6);
    const base = six?.ip_address.replace(/::.*$/, '') ?? '';
    const add = async (address: string, name: string) => {
      const field = page.getByRole('textbox', { name: /^Address in / });
      await field.fill(address);
      await field.press('Enter');
      await page.getByRole('textbox', { name: `Name of ${address}`, exact: true }).fill(name);
    };
    await add(`${base}::7`, 'seven.example.com');
    await add('2001:dead::1', 'elsewhere.example.com');
    await page.getByRole('button', { name: /^Save the names? of/ }).click();
    await page.getByRole('alert').getByText('Must be an address in').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name of 2001:dead::1' }).getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('textbox', { name: 'Name of 2001:dead::1' }).fill('');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Save the names? of/ }).click();
    await page.getByText('1 of 100 names.').waitFor();
    expect((await addressesOf(first)).find(({ version }) => version === 6)?.ptr).toEqual([
      { address: `${base}::7`, name: 'seven.example.com' },
    ]);
  });

  test('changes the main address after reading that the server reboots', async () => {
    const extra = (await addressesOf(first)).find(({ version, main }) => version === 4 && !main);
    await page.getByRole('button', { name: `Make main: ${extra?.ip_address}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The server reboots now').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Change and reboot' }).click();
    await page.getByRole('status').getByText('Running').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: `Make main: ${extra?.ip_address}` }).waitFor({ state: 'detached' });
    expect((await addressesOf(first))[0]).toMatchObject({ id: extra?.id, main: true });
  });

  test('applies a firewall to the server', async () => {
    await page.getByText('No firewall: this server receives every packet.').waitFor();
    await page.getByRole('combobox', { name: 'Firewall', exact: true }).selectOption('web');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    const firewalls = page.getByRole('list', { name: 'Firewalls' });
    await firewalls.getByText('In effect').waitFor({ timeout: 30_000 });
    await expectAccessible(page);
  });

  test('buys a floating IP at the price on the button, and attaches it', async () => {
    await goTo(page, 'Floating IPs');
    await page.getByText('No floating IPs. They move between servers and stay yours.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Buy a floating IP' }).click();
    const dialog = page.getByRole('dialog');
    const buy = dialog.getByRole('button', { name: /^Buy for €\d+\.\d\d$/ });
    await buy.waitFor();
    await expectAccessible(page);
    const amount = (await buy.textContent())?.match(/€\d+\.\d\d/)?.[0] ?? 'no amount';
    expect(await dialog.getByRole('region', { name: 'Price' }).textContent()).toContain(amount);
    await buy.click();
    await page
      .getByRole('status')
      .getByText(/^Bought: /)
      .waitFor();
    const [bought] = await floatingIps();
    const address = bought.ip_address.ip_address;
    await row(address)
      .getByRole('button', { name: `Attach ${address}` })
      .click();
    await dialog.getByRole('combobox', { name: 'Server' }).selectOption('web-1');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await row(address).getByRole('link', { name: 'web-1' }).waitFor({ timeout: 30_000 });
    expect(await floatingIps()).toMatchObject([{ server_id: first }]);
  });

  test('moves it, and both servers show the change', async () => {
    const [{ ip_address: floating }] = await floatingIps();
    const address: string = floating.ip_address;
    holdMoves();
    await choose(address, 'Move to another server');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Server' }).selectOption('web-2');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await row(address).getByText('Moving').waitFor();
    await row(address)
      .getByRole('button', { name: `Acts of ${address}` })
      .click();
    expect(await page.getByRole('menuitem', { name: /^Detach/ }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    for (const id of [second, first]) {
      await openNetwork(id);
      await page.getByText('Attaching a floating IP. The server keeps running.').waitFor();
      const isListed = page.getByRole('list', { name: 'Floating IPs' }).getByText(address).first().isVisible();
      expect(await isListed).toBe(id === first);
    }
    // Firewalls can be changed although the server is locked.
    await page.getByRole('button', { name: 'Remove web' }).click();
    await page.getByText('No firewall: this server receives every packet.').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('list', { name: 'Firewalls' }).getByText('In effect').waitFor({ timeout: 30_000 });
    releaseMoves();
    await page.getByText('No floating IP is attached to this server.').waitFor({ timeout: 30_000 });
    await openNetwork(second);
    await page.getByRole('list', { name: 'Floating IPs' }).getByText(address).first().waitFor();
    expect(await floatingIps()).toMatchObject([{ server_id: second }]);
  });

  test('detaches it from its server, and attaches it there again', async () => {
    const [{ ip_address: floating }] = await floatingIps();
    const address: string = floating.ip_address;
    await page.getByRole('button', { name: `Detach ${address}` }).click();
    await page.getByText('No floating IP is attached to this server.').waitFor({ timeout: 30_000 });
    await page.getByRole('combobox', { name: 'Floating IP', exact: true }).selectOption({ label: address });
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('button', { name: `Detach ${address}` }).waitFor({ timeout: 30_000 });
    await expectAccessible(page);
  });

  test('is linked to it from the overview if it needs attention', async () => {
    const [{ id, ip_address: floating }] = await floatingIps();
    const suspend = (status: 'suspended' | 'active') =>
      chain.db.updateTable('services').set({ status }).where('id', '=', id).execute();
    await suspend('suspended');
    await page.goto(`${origin}/`);
    await page.getByRole('link', { name: `${floating.ip_address} is suspended` }).click();
    await row(floating.ip_address).getByText('Suspended').waitFor();
    await suspend('active');
    await row(floating.ip_address).getByText('Suspended').waitFor({ state: 'detached' });
  });

  test('renews it, cancels it, undoes that, and ends it immediately for a refund', async () => {
    const [{ ip_address: floating, expiry_at: before }] = await floatingIps();
    const address: string = floating.ip_address;
    await goTo(page, 'Floating IPs');
    const dialog = page.getByRole('dialog');
    await choose(address, 'Renew');
    await dialog.getByRole('radio', { name: '3' }).check();
    await dialog.getByRole('button', { name: /^Renew for €\d+\.\d\d$/ }).click();
    await page.getByText(`${address} is renewed.`).waitFor();
    expect(String((await floatingIps())[0].expiry_at) > String(before)).toBe(true);

    await choose(address, 'Cancel');
    await dialog.getByText(/Nothing is refunded, and Undo is possible until then/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel at the end' }).click();
    await row(address)
      .getByText(/^Ends on /)
      .waitFor();
    await expectAccessible(page);
    await row(address)
      .getByRole('button', { name: `Undo the cancellation of ${address}` })
      .click();
    await row(address)
      .getByText(/^Ends on /)
      .waitFor({ state: 'detached' });

    await choose(address, 'Cancel');
    await dialog.getByRole('radio', { name: 'Now' }).check();
    await dialog.getByText(`The address ${address} is released and goes to others.`).waitFor();
    await dialog.getByText('The server that has it loses it at once: web-2.').waitFor();
    await dialog.getByText('Back to the balance').waitFor();
    const end = dialog.getByRole('button', { name: /^Cancel now, €\d+\.\d\d go back$/ });
    expect(await end.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('textbox', { name: `Type ${address} to confirm` }).fill(address);
    await expect.poll(() => end.getAttribute('aria-disabled')).toBeNull();
    await expectAccessible(page);
    await end.click();
    await page.getByText('No floating IPs. They move between servers and stay yours.').waitFor({ timeout: 30_000 });
    expect(await floatingIps()).toEqual([]);
    expect(customer.problems.filter((problem) => !problem.includes('status of 422'))).toEqual([]);
  });
});

test('an address that others have taken in the meantime is no longer offered', async () => {
  const buyer = await givenAccount(chain.db, { funds: 20_000n });
  const customer = await openCustomer(origin);
  await signIn(chain.db, customer, buyer, origin);
  const { page } = customer;
  await page.goto(`${origin}/floating-ips`);
  await page.getByRole('button', { name: 'Buy a floating IP' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Buy for €/ }).waitFor();
  await chain.db
    .updateTable('ip_addresses')
    .set({ excluded: true })
    .where('version', '=', 4)
    .where('account_id', 'is', null)
    .execute();
  await dialog.getByRole('radio', { name: '3' }).check();
  const button = dialog.getByRole('button', { name: /^Buy/ });
  const reason = () => button.getAttribute('aria-description');
  await expect.poll(async () => String(await reason())).toMatch(/address/);
  await dialog
    .getByRole('region', { name: 'Price' })
    .getByText(String(await reason()))
    .waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await customer.close();
});
