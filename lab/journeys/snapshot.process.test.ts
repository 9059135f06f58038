/**
 * Tests that a customer takes a snapshot, loses data, restores the snapshot and deletes it. The API is killed during the copy and at the
 * restore.
 */
import { changeSimulated, readSimulated } from '@innkeeper/engine/compute/simulated/store';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { type Customer, expectAccessible, goTo, openCustomer, signIn } from './console-lab.ts';
import { type ConsoleProcesses, openConsoleProcesses } from './console-processes.ts';
import { deployServer } from './deployed-server.ts';
import { views } from './views.ts';

let lab: ConsoleProcesses;
beforeAll(async () => {
  // The delay lets a person see the copy.
  lab = await openConsoleProcesses({ copy: 4_000, create: 1_000 });
});
afterAll(() => lab?.close());

describe.each(views(import.meta.url))('a customer at $title', ({ view }) => {
  let owner: GivenAccount;
  let customer: Customer;
  let serverId: number;
  beforeAll(async () => {
    owner = await givenAccount(lab.db, { funds: 10_000n });
    serverId = await deployServer(lab, owner, 'web-1');
    customer = await openCustomer(lab.origin, view);
    await signIn(lab.db, customer, owner, lab.origin);
  });
  afterAll(() => customer?.close());

  const write = (files: Record<string, string>) =>
    changeSimulated(lab.engineHome, machineIdOf(serverId), (machine) => ({ ...machine, disk: { ...machine.disk, files } }));
  const filesOfGuest = async () => (await readSimulated(lab.engineHome, machineIdOf(serverId))).disk.files;
  const statesOfRestores = async () => {
    const { body } = await lab.call('listServerOperations', { params: { id: serverId } }, { token: owner.token });
    const operations = body.data as { kind: string; state: string }[];
    return operations.filter(({ kind }) => kind === 'restore').map(({ state }) => state);
  };
  const waitForLive = () => customer.page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });

  test('takes a snapshot, restores it, and deletes it', async () => {
    const { page, problems } = customer;
    await write({ '/srv/data': 'of the morning', '/root/marker': 'here' });
    // The menu of a server loads the dialog when it opens it.
    await page.goto(`${lab.origin}/servers/${serverId}`);
    await page.getByRole('button', { name: 'Power', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Take a snapshot' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name of the snapshot' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${lab.origin}/servers/${serverId}/copies`);
    await page.getByText('No copies yet. A snapshot takes a running server as it is.').waitFor();
    await waitForLive();
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    const taking = page.getByRole('dialog');
    await taking.getByRole('textbox', { name: 'Name of the snapshot' }).fill('before-upgrade');
    await taking.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('progressbar', { name: 'A snapshot is being taken' }).waitFor();

    await lab.api.kill();
    await page.getByText(/^Reconnecting/).waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: 'Take a snapshot' }).getAttribute('aria-disabled')).toBe('true');
    await lab.api.start();
    // The page shows the changes without a reload.
    const row = page.getByRole('row', { name: /before-upgrade/ });
    await row.waitFor();
    await waitForLive();
    await page.getByRole('status').getByText('Running').waitFor();
    await expectAccessible(page);

    await write({ '/srv/data': 'overwritten by the upgrade' });
    await row.getByRole('button', { name: 'Restore' }).click();
    const restoring = page.getByRole('dialog', { name: /Restore web-1 from before-upgrade/ });
    const restore = restoring.getByRole('button', { name: 'Restore' });
    await restoring.getByText(/^All data on the disk .* lost/).waitFor();
    expect(await restore.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(page);
    await restoring.getByRole('textbox', { name: 'Type web-1 to confirm' }).fill('web-1');

    await lab.api.kill();
    await restore.click();
    await lab.api.start();
    // The client repeats the request. If it has given up, the customer presses again, and the key stays the same.
    await expect
      .poll(
        async () => {
          if (await restoring.getByRole('alert').isVisible()) await restore.click({ timeout: 1_000 }).catch(() => undefined);
          return restoring.isVisible();
        },
        { timeout: 60_000 },
      )
      .toBe(false);
    await expect.poll(filesOfGuest, { timeout: 60_000 }).toEqual({ '/srv/data': 'of the morning', '/root/marker': 'here' });
    await expect.poll(statesOfRestores, { timeout: 60_000 }).toEqual(['done']);
    await page.getByRole('status').getByText('Running').waitFor();

    await goTo(page, 'Copies');
    const backups = page.getByRole('radio', { name: 'Backups' });
    await backups.check();
    await page.getByText('No copy matches this filter.').waitFor();
    expect(page.url()).toBe(`${lab.origin}/copies?kind=backup`);
    expect(await backups.evaluate('document.activeElement.value')).toBe('backup');
    await page.getByRole('button', { name: 'Clear filter' }).last().click();
    await page.getByRole('button', { name: 'Acts of before-upgrade' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete before-upgrade' });
    await deleting.getByText(/It is the last copy of this server/).waitFor();
    await expectAccessible(page);
    await deleting.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No copies yet. A snapshot takes a running server as it is.').waitFor();
    // Chromium reports each request that did not reach the API.
    expect(problems.filter((problem) => !/Failed to load resource|net::ERR/.test(problem))).toEqual([]);
  });
});
