/**
 * Tests firewalls: rules in words, the difference before they are saved, SSH that would be closed, affected servers, and two members at
 * once.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenServer } from '../given.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { givenMember, userOfMember } from '../given-members.ts';
import { type ConsoleLab, type Customer, expectAccessible, goTo, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

/** Address of the browser. */
const ME = '127.0.0.1';

let lab: ConsoleLab;
beforeAll(async () => {
  lab = await openConsoleLab();
});
afterAll(() => lab?.close());

describe.each(views(import.meta.url))('$title', ({ view }) => {
  let owner: GivenAccount;
  let customer: Customer;
  let page: Page;
  let serverId: number;
  beforeAll(async () => {
    owner = await givenAccount(lab.db, { funds: 10_000n });
    serverId = await givenServer(lab.db, { accountId: owner.accountId, hostname: 'web-1', power: 'running' });
    customer = await openCustomer(lab.origin, view);
    page = customer.page;
    await signIn(lab.db, customer, owner, lab.origin);
    await lab.db.updateTable('sessions').set({ last_used_from: ME }).where('user_id', '=', owner.userId).execute();
  });
  afterAll(() => customer?.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = () => page.getByRole('dialog');
  const rules = () => page.getByRole('list', { name: 'Incoming rules' }).getByRole('listitem');
  const alert = () => page.getByRole('alert');
  const saved = async (id: number) => (await lab.call('getFirewall', { params: { id } }, owner)).body;
  const idOfPage = () => Number(new URL(page.url()).pathname.split('/').at(-1));

  test('a firewall is created from templates, changed, applied, and removed again', async () => {
    await page.goto(`${lab.origin}/`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await goTo(page, 'Firewalls');
    await page.getByText('No firewall: servers receive every packet.').waitFor();
    await press('New firewall');
    await dialog().getByRole('textbox', { name: 'Name' }).fill('web');
    await dialog().getByRole('checkbox', { name: /^SSH/ }).uncheck();
    await dialog()
      .getByText(/closes SSH for your address/)
      .waitFor();
    await dialog().getByRole('checkbox', { name: /^Ping/ }).check();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'New firewall' }).click();
    await page.getByRole('heading', { level: 1, name: 'web' }).waitFor();
    await expect.poll(() => rules().allTextContents()).toEqual(['Ping (ICMP) from everywhere', 'Ping (ICMPv6) from everywhere']);
    const id = idOfPage();

    // An invalid rule is refused at its field, which gets the focus.
    await press('Add rule');
    await dialog().getByRole('textbox', { name: 'Ports' }).fill('0-99999');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await press('Save the rules');
    await dialog().getByRole('alert').getByText('Ports must be from 1 to 65535.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.labels[0].textContent')).toBe('Ports');
    await dialog().getByRole('textbox', { name: 'Ports' }).fill('443, 80');
    await dialog().getByRole('textbox', { name: 'Description' }).fill('The web site');
    await dialog().getByRole('button', { name: 'Change' }).click();
    await rules().filter({ hasText: 'HTTP, HTTPS (TCP 80, 443) from everywhere' }).getByText('added').waitFor();
    await alert()
      .getByText(/This closes SSH for your address 127\.0\.0\.1 on each server/)
      .waitFor();
    await press('Remove: Ping (ICMPv6) from everywhere');
    await page.getByText('Not saved yet: 1 added, 1 removed.').waitFor();
    await expectAccessible(page);
    await press('Put back');
    // Unsaved rules prevent leaving the page until the person has answered.
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await dialog().getByText('Not saved yet: 1 added.').waitFor();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Stay' }).click();
    await press('Save the rules');
    await page.getByText('Not saved yet').waitFor({ state: 'detached' });
    expect((await saved(id)).rules.map(({ ports }: { ports: string[] | null }) => ports)).toEqual([null, ['80', '443'], null]);

    await press('Apply to servers');
    await dialog().getByRole('checkbox', { name: /web-1/ }).check();
    await dialog()
      .getByRole('alert')
      .getByText(/closes SSH for your address .* on web-1/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Apply to 1 server' }).click();
    const ofServers = page.getByRole('list', { name: 'Servers' });
    await ofServers.getByText('Obeys it').waitFor();
    await page.getByText(/This closes SSH for your address .* on web-1/).waitFor();
    await press('Let in SSH from my address');
    await page.getByText(/This closes SSH/).waitFor({ state: 'detached' });
    await press('Save the rules');
    await page.getByText('Not saved yet').waitFor({ state: 'detached' });

    // A firewall that a server uses cannot be deleted.
    await press('Acts of web');
    const remove = page.getByRole('menuitem', { name: /^Delete/ });
    await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('true');
    await remove.getByText('It is applied to web-1.').waitFor();
    await page.keyboard.press('Escape');
    await press('Remove from web-1');
    await page.getByText('it receives all packets', { exact: false }).waitFor();
    await page.getByText('No server has it').waitFor();
    await press('Undo');
    await ofServers.getByText('Obeys it').waitFor();
    await press('Remove from web-1');
    await page.getByText('No server has it').waitFor();

    await press('Acts of web');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog().getByRole('textbox', { name: 'New name' }).fill('site');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'site' }).waitFor();
    await page.getByRole('checkbox', { name: /each new server/ }).click();
    await expect.poll(() => page.getByRole('checkbox', { name: /each new server/ }).isChecked()).toBe(true);
    await press('Acts of site');
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await dialog().getByText('Its 4 rules are lost.').waitFor();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Firewalls' }).waitFor();
    await page.getByText('No firewall: servers receive every packet.').waitFor();
  });

  test("rules that somebody else saved in the meantime are shown next to the user's own", async () => {
    const id = await givenFirewall(lab.db, { accountId: owner.accountId, name: 'shared' });
    const setRules = (ports: string[]) =>
      lab.call('setFirewallRules', { params: { id }, body: { rules: [{ direction: 'in', protocol: 'tcp', ports }] } }, owner);
    await page.goto(`${lab.origin}/firewalls`);
    await page.getByRole('cell', { name: /^In: SSH \(TCP 22\)\.\s*Out: everything\.$/ }).waitFor();
    await page.getByRole('link', { name: 'shared' }).click();
    const addPort = async (ports: string) => {
      await press('Add rule');
      await dialog().getByRole('textbox', { name: 'Ports' }).fill(ports);
      await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    };
    await addPort('5432');
    await setRules(['25']);
    await alert().getByText('Somebody else has changed these rules').waitFor();
    await page.getByRole('list', { name: 'Saved now' }).getByText('SMTP (TCP 25)').waitFor();
    await page.getByRole('list', { name: 'Your rules' }).getByText('PostgreSQL (TCP 5432)').waitFor();
    await expectAccessible(page);
    await press('Take the saved rules');
    await expect.poll(() => rules().allTextContents()).toEqual(['SMTP (TCP 25) from everywhere']);

    await addPort('993');
    await setRules(['22']);
    await press('Save my rules');
    await page.getByText('Somebody else', { exact: false }).waitFor({ state: 'detached' });
    expect((await saved(id)).rules.map(({ ports }: { ports: string[] }) => ports[0])).toEqual(['25', '993']);

    // Without the event stream, the read before saving finds the change. Earlier reads may still come: each is held until the press.
    await addPort('8443');
    await page.route('**/v1/events*', (route) => route.abort());
    let allowReads: () => void = () => {};
    const pressed = new Promise<void>((resolve) => {
      allowReads = resolve;
    });
    const changed = pressed.then(() => setRules(['143']));
    await page.route(`**/v1/firewalls/${id}`, async (route) => {
      if (route.request().method() === 'GET') await changed;
      await route.continue();
    });
    await press('Save the rules');
    allowReads();
    await alert().getByText('Somebody else has changed these rules').waitFor();
    expect((await saved(id)).rules).toHaveLength(1);
    // A pending read ends without its handler.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('a server stays open through another firewall, and a billing member has read access only', async () => {
    const [open, closed] = [
      await givenFirewall(lab.db, { accountId: owner.accountId, name: 'open' }),
      await givenFirewall(lab.db, { accountId: owner.accountId, name: 'closed', rules: [] }),
    ];
    for (const id of [open, closed]) await lab.call('applyFirewall', { params: { id }, body: { server_ids: [serverId] } }, owner);
    await page.goto(`${lab.origin}/firewalls/${closed}`);
    await page.getByRole('list', { name: 'Servers' }).getByText('web-1').waitFor();
    await page.getByText('Nothing comes in.', { exact: false }).waitFor();
    expect(await page.getByText('closes SSH', { exact: false }).count()).toBe(0);
    await lab.call('removeFirewall', { params: { id: open }, body: { server_ids: [serverId] } }, owner);
    await page.getByText(/This closes SSH for your address .* on web-1/).waitFor();

    const memberId = await givenMember(lab.db, { accountId: owner.accountId, role: 'billing' });
    const { userId } = await userOfMember(lab.db, memberId);
    await signIn(lab.db, customer, { ...owner, userId }, lab.origin);
    await page.goto(`${lab.origin}/firewalls/${closed}`);
    const add = page.getByRole('button', { name: 'Add rule' });
    await add.waitFor();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    expect(await add.getAttribute('aria-description')).toContain('These roles may: owner, admin, technical.');
    // The event of the own deletion may come before its reply. The page then reads the deleted firewall: 404.
    expect(customer.problems.filter((problem) => !/422|404|ERR_FAILED/.test(problem))).toEqual([]);
  });
});
