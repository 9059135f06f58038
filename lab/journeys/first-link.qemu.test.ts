/** Tests the way from the printed link to a real guest: a customer deploys it, opens its screen and logs in by typing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { putSignInLink } from '@innkeeper/db/tables/sign-in-links';
import { hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRealChain, type RealChain } from '../real-chain.ts';
import { type Customer, listenOnLoopback, openBuiltConsole, openCustomer } from './console-lab.ts';

let chain: RealChain;
let customer: Customer;
beforeAll(async () => {
  const { options } = await openBuiltConsole();
  chain = await openRealChain({ image: 'tiny', pages: options });
});
afterAll(async () => {
  await customer?.close();
  await chain?.close();
});

test('a customer opens the link, deploys a guest, and logs in on its screen and by the SSH line', async () => {
  const origin = await listenOnLoopback(chain.app);
  const secret = newSecret();
  const expiresAt = new Date(Date.now() + hours(1));
  await putSignInLink(chain.db, { userId: chain.owner.userId, secretHash: hashSecret(secret), expiresAt });
  customer = await openCustomer(origin);
  const { page, problems } = customer;
  page.setDefaultTimeout(120_000);
  await page.goto(`${origin}/enter#${secret}`);
  await page.getByRole('main').getByRole('link', { name: 'Deploy a server' }).click();
  await page.getByRole('radio', { name: 'tiny' }).check();
  await page.getByRole('radio', { name: 'Nano' }).check();
  await page.getByRole('checkbox', { name: 'mine' }).check();
  await page.getByRole('button', { name: 'Generate a password' }).click();
  const password = (await page.locator('code').first().textContent()) ?? '';
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('first');
  const button = page.getByRole('region', { name: 'Price' }).getByRole('button', { name: /^Deploy for €/ });
  await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
  await button.click();

  await page.getByRole('heading', { name: 'first' }).waitFor();
  await page.getByRole('list', { name: 'Steps' }).waitFor();
  await page.getByRole('status').getByText('Running').waitFor();
  const line = (await page.getByText(/^ssh /).textContent()) ?? '';
  expect(line).toMatch(/^ssh (?:-p \d+ )?root@\S+$/);
  const [{ id }] = (await chain.ask('listServers', {})).data;
  expect(await chain.inside(id, 'hostname')).toBe('first');

  await page.getByRole('link', { name: 'Screen' }).click();
  const frame = page.frameLocator('iframe[title="Screen of first"]');
  await frame.locator('body[data-state=connected]').waitFor();
  const log = page.getByLabel('Serial log');
  // Keys typed before the prompt are lost, so the login is retried.
  for (let tries = 0; tries < 6 && !((await log.textContent()) ?? '').includes('root login'); tries += 1) {
    await frame.locator('#screen canvas').click();
    await page.keyboard.type('root', { delay: 60 });
    await page.keyboard.press('Enter');
    await sleep(5_000);
    await page.keyboard.type(password, { delay: 60 });
    await page.keyboard.press('Enter');
    await sleep(10_000);
  }
  expect(await log.textContent()).toContain('root login');
  expect(problems).toEqual([]);
});
