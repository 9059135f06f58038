/** Tests operations on several servers at once: snapshots, a renewal with one order and one price, power, and the end of a running series. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { deploy } from '../slices/given-deploy.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
beforeAll(async () => {
  chain = await openConsoleLab();
});
afterAll(() => chain?.close());

describe.each(views(import.meta.url))('at $title', ({ view }) => {
  let customer: Customer;
  let owner: GivenAccount;
  let ids: number[];
  beforeAll(async () => {
    owner = await givenAccount(chain.db, { funds: 10_000n });
    const made = [await deploy(chain, owner, { name: 'web-1' }), await deploy(chain, owner, { name: 'web-2' })];
    ids = made.map(({ body }) => body.id as number);
    for (const id of ids) await chain.serverWhen(id, owner.token, ({ status }) => status === 'active');
    customer = await openCustomer(chain.origin, view);
    await signIn(chain.db, customer, owner, chain.origin);
    await customer.page.goto(`${chain.origin}/servers`);
  });
  afterAll(() => customer?.close());

  const call = (name: Parameters<ConsoleLab['call']>[0], input: object = {}) =>
    chain.call(name, input as never, { token: owner.token });

  test('takes a snapshot of each with one name', async () => {
    const { page } = customer;
    for (const name of ['web-1', 'web-2']) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    await page.getByRole('button', { name: 'Take a snapshot 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take a snapshot of 2 servers: web-1, web-2' });
    await dialog.getByRole('textbox', { name: 'Name of the snapshot' }).fill('before-upgrade');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Take a snapshot 2' }).click();
    await page.getByRole('status').getByText('2 of 2 done').waitFor();
    const [acts, line] = await colours();
    expect(line).toBe(acts);
    await expect.poll(async () => (await call('listSnapshots')).body.meta.total).toBe(2);
    const { data } = (await call('listSnapshots')).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['before-upgrade', 'before-upgrade']);
  });

  test('renews both with one order, and sees that it is paid', async () => {
    const { page } = customer;
    await expect.poll(() => page.getByRole('button', { name: 'Renew 2' }).getAttribute('aria-disabled')).toBeNull();
    await page.getByRole('button', { name: 'Renew 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew web-1, web-2' });
    await dialog.getByRole('radio', { name: '3', exact: true }).check();
    await dialog.getByRole('button', { name: 'Renew for €28.72' }).click();
    await page.getByText('The renewal is ordered and paid.').waitFor();
    const { data } = (await call('listOrders')).body;
    expect(data[0]).toMatchObject({ type: 'renew-service', status: 'paid', amount_with_vat: 28.72 });
    expect(customer.problems).toEqual([]);
  });

  /** Returns the colours of the acts, of the line of results below them, and of each refusal in it. */
  const colours = () =>
    customer.page.evaluate<string[]>(`(() => {
    const line = [...document.querySelectorAll('[role=status]')].find(({ textContent }) => textContent.includes(' done'));
    return [line.parentElement, line, ...line.querySelectorAll('p')].map((shown) => getComputedStyle(shown).color);
  })()`);
  const button = (name: string | RegExp) => customer.page.getByRole('button', { name, exact: true });
  const isGrey = async (name: string) => (await button(name).getAttribute('aria-disabled')) === 'true';
  const openMenu = async (name: string) => {
    await button(`Acts of ${name}`).click();
    return (item: RegExp) => customer.page.getByRole('menuitem', { name: item });
  };

  test('stops two servers after a question, and sees that neither can be stopped again', async () => {
    const { page } = customer;
    await page.goto(`${chain.origin}/servers`);
    const running = await openMenu('web-1');
    expect(await running(/^Start/).getAttribute('aria-disabled')).toBe('true');
    expect(await running(/^Start/).textContent()).toContain('It runs already.');
    expect(await running(/^Stop/).getAttribute('aria-disabled')).toBeNull();
    await page.keyboard.press('Escape');

    for (const name of ['web-1', 'web-2']) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    expect(await isGrey('Start 0')).toBe(true);
    await button('Stop 2').click();
    const dialog = page.getByRole('dialog', { name: 'Stop 2 servers: web-1, web-2' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await call('getServer', { params: { id: ids[0] } })).body.state).toEqual(['running']);
    await button('Stop 2').click();
    await dialog.getByRole('button', { name: 'Stop 2' }).click();
    await button('Start 2').waitFor();
    expect([await isGrey('Stop 0'), await isGrey('Power off 0'), await isGrey('Restart 2')]).toEqual([true, true, false]);

    await page.getByRole('checkbox', { name: 'Choose web-2' }).uncheck();
    await button('Start 1').click();
    await page.getByRole('checkbox', { name: 'Choose web-2' }).check();
    await button('Stop 1').waitFor();
    expect([await isGrey('Start 1'), await isGrey('Restart 2')]).toEqual([false, false]);
    const stopped = await openMenu('web-2');
    expect(await stopped(/^Stop/).textContent()).toContain('It is off already.');
    await page.keyboard.press('Escape');
  });

  test('ends a running series: requests that were sent finish, and no other follows', async () => {
    const { page } = customer;
    for (const name of ['db-1', 'db-2', 'db-3', 'db-4']) {
      const { body } = await deploy(chain, owner, { name });
      await chain.serverWhen(body.id as number, owner.token, ({ status }) => status === 'active');
    }
    await page.goto(`${chain.origin}/servers`);
    const held: (() => void)[] = [];
    let sent = 0;
    await page.route('**/v1/servers/*/restart', async (route) => {
      sent += 1;
      const isRefused = sent === 1;
      await new Promise<void>((resolve) => held.push(resolve));
      await route.fulfill(
        isRefused ? { status: 422, json: { message: 'Not now.', code: 'wrong_state' } } : { status: 200, json: {} },
      );
    });
    for (const name of ['db-1', 'db-2', 'db-3', 'db-4', 'web-1', 'web-2'])
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    await button('Restart 6').click();
    await page.getByRole('dialog', { name: 'Restart 6 servers: ' }).getByRole('button', { name: 'Restart 6' }).click();
    await expect.poll(() => held.length).toBe(4);
    await button('Clear the selection').click();
    await button('Stop sending').click();
    for (const release of held) release();
    await page.getByText('4 of 6 done. 2 were not sent.').waitFor();
    expect(sent).toBe(4);
    const [acts, line, refusal] = await colours();
    expect([line, refusal]).toEqual([acts, expect.not.stringContaining(String(acts))]);
    await button('Clear the selection').click();
    await expect.poll(() => page.getByText('4 of 6 done').count()).toBe(0);
    await page.unroute('**/v1/servers/*/restart');
    // Chromium reports the refusal.
    expect(customer.problems).toEqual([expect.stringContaining('422')]);
  });
});
