/** Tests that the processes of a journey serve the console and continue after SIGKILL, and that an open page learns of an update. */
import { readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { type Customer, openCustomer, signIn } from './console-lab.ts';
import { type ConsoleProcesses, openConsoleProcesses } from './console-processes.ts';

let lab: ConsoleProcesses;
let owner: GivenAccount;
let customer: Customer;
beforeAll(async () => {
  lab = await openConsoleProcesses({ create: 1_000 });
  owner = await givenAccount(lab.db, { funds: 10_000n });
  customer = await openCustomer(lab.origin);
});
afterAll(async () => {
  await customer?.close();
  await lab?.close();
});

test('a new worker builds a server after SIGKILL of the first, and a new API shows it after SIGKILL of the first', async () => {
  const { page } = customer;
  await signIn(lab.db, customer, owner, lab.origin);
  const image = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const body = {
    plan: 'nano',
    image_id: image.id,
    name: ['killed'],
    billing_cycle: 1,
    password: 'Long enough 4 it',
    auto_pay: true,
  };
  const ordered = await lab.call('deployServer', { body }, { token: owner.token });
  expect(ordered.status, ordered.text).toBeLessThan(300);
  await page.goto(`${lab.origin}/servers`);
  await page.getByRole('link', { name: 'killed' }).waitFor();
  await Promise.all([lab.worker.kill(), lab.api.kill()]);
  await page
    .getByText(/Reconnecting/)
    .first()
    .waitFor({ state: 'attached' });
  await Promise.all([lab.worker.start(), lab.api.start()]);
  await page.getByText('Running').first().waitFor();
  await page.getByText('Live').first().waitFor({ state: 'attached' });
  const { body: servers } = await lab.call('listServers', {}, { token: owner.token });
  expect(servers.data).toHaveLength(1);
  const { power } = await readSimulated(lab.engineHome, machineIdOf(servers.data[0].id));
  expect(power).toBe('running');
});

test('an open page learns of an update when the API is back, and loads the next page as a new document', async () => {
  const { page } = customer;
  const isOldDocument = () => page.evaluate('globalThis.isOld === true');
  await page.evaluate('globalThis.isOld = true');
  await lab.api.kill();
  await page
    .getByText(/Reconnecting/)
    .first()
    .waitFor({ state: 'attached' });
  await page.route('**/v1/sessions/current', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.installation.version = '0.1.0+6f617465f4a1';
    await route.fulfill({ response, json: body });
  });
  const read = page.waitForResponse('**/v1/sessions/current');
  await lab.api.start();
  await (await read).finished();
  await page.getByText('Live').first().waitFor({ state: 'attached' });
  expect(await isOldDocument()).toBe(true);
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Orders', exact: true }).first().waitFor();
  await expect.poll(isOldDocument).toBe(false);
  expect(new URL(page.url()).pathname).toBe('/orders');
  // The new document was loaded from the new version, and opens pages by itself again.
  await page.evaluate('globalThis.isOld = true');
  await page.getByRole('link', { name: 'Firewalls', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Firewalls', exact: true }).first().waitFor();
  expect(await isOldDocument()).toBe(true);
});
