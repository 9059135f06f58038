/**
 * Tests a hanging guest. Two people watch it, its stop waits for the guest, and the event stream and the worker fail in the middle. Finally
 * the server is powered off. API and worker are separate processes.
 */

import { minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenLoad } from '../given-load.ts';
import { type Customer, expectAccessible, openCustomer, signIn } from './console-lab.ts';
import { type ConsoleProcesses, openConsoleProcesses } from './console-processes.ts';
import { views } from './views.ts';

/** Time limit in milliseconds. Two browsers and two starting processes share the machine. */
const PATIENCE_MS = 120_000;

let lab: ConsoleProcesses;
let owner: GivenAccount;
beforeAll(async () => {
  // Longer than the slowest journey, because the stop must not end by itself.
  lab = await openConsoleProcesses({}, { shutdownGraceMs: minutes(30) });
  owner = await givenAccount(lab.db, { funds: 10_000n });
});
afterAll(() => lab?.close());

interface Row {
  id: number;
  power: string;
}

const read = async (id: number): Promise<Row> =>
  (await lab.call('getServer', { params: { id } }, { token: owner.token })).body as Row;

/** Orders a server and lets it run before its guest hangs. */
async function givenHanging(name: string): Promise<number> {
  const image = await lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const body = { plan: 'nano', image_id: image.id, name, billing_cycle: 1, password: 'Long enough 4 it' };
  const { id } = (await lab.call('deployServer', { body }, { token: owner.token })).body as Row;
  await expect.poll(async () => (await read(id)).power, { timeout: 60_000 }).toBe('running');
  for (const [act, power] of [
    ['stopServer', 'stopped'],
    ['startServer', 'running'],
  ] as const) {
    await lab.call(act, { params: { id } }, { token: owner.token });
    await expect.poll(() => read(id), { timeout: 60_000 }).toMatchObject({ power, lock_reason: null });
  }
  // Makes stops seem slow, so that the estimated end of the next one does not pass during the journey.
  await lab.db
    .updateTable('workflows')
    .set({ begun_at: sql`finished_at - interval '10 minutes'`, created_at: sql`finished_at - interval '11 minutes'` })
    .where('kind', '=', 'server.stop')
    .where('state', '=', 'done')
    .execute();
  await lab.hang(id);
  return id;
}

/** Opens the menu of the server's row. */
async function openMenu(page: Page, name: string): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: `Acts of ${name}` })
    .click();
}

describe.each(views(import.meta.url))('two people at $title', ({ name: width, view }) => {
  const name = `web-${width}`;
  let id: number;
  let people: [Customer, Customer];
  beforeAll(async () => {
    people = [await openCustomer(lab.origin, view), await openCustomer(lab.origin, view)];
  });
  afterAll(async () => {
    for (const person of people ?? []) await person.close();
  });

  const rowSays = (page: Page, word: string) =>
    page
      .getByRole('row', { name: new RegExp(name) })
      .getByText(word, { exact: true })
      .waitFor({ timeout: PATIENCE_MS });

  test('watch a running server', async () => {
    id = await givenHanging(name);
    await givenLoad(lab.db, id);
    for (const person of people) {
      await signIn(lab.db, person, owner, lab.origin);
      await person.page.goto(`${lab.origin}/servers`);
      await rowSays(person.page, 'Running');
      await person.page.getByText('Live').first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
    }
  });

  test('see the same state, even after the stream broke and the worker was killed, and power the server off', async () => {
    const [first, second] = people.map(({ page }) => page) as [Page, Page];
    await openMenu(first, name);
    await first.getByRole('menuitem', { name: 'Stop', exact: true }).click();
    await Promise.all([rowSays(first, 'Stopping'), rowSays(second, 'Stopping')]);

    // Start is impossible until the stop has ended. The menu shows the reason and the expected end.
    await openMenu(second, name);
    const start = second.getByRole('menuitem', { name: /^Start/ });
    // The event of the operation may follow the event of the server.
    await expect.poll(() => start.textContent()).toMatch(/operation.*Possible again at about \d\d:\d\d/i);
    expect(await start.getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(second);
    await second.keyboard.press('Escape');

    await Promise.all([lab.worker.kill(), lab.api.kill()]);
    for (const page of [first, second])
      await page
        .getByText(/^Reconnecting/)
        .first()
        .waitFor({ state: 'attached', timeout: PATIENCE_MS });
    await openMenu(second, name);
    expect(await second.getByRole('menuitem', { name: /^Power off/ }).textContent()).toContain('No connection');
    await second.keyboard.press('Escape');
    await Promise.all([lab.worker.start(), lab.api.start()]);
    for (const page of [first, second]) await page.getByText('Live').first().waitFor({ state: 'attached', timeout: PATIENCE_MS });
    await Promise.all([rowSays(first, 'Stopping'), rowSays(second, 'Stopping')]);

    // Power off ends the waiting stop.
    await openMenu(second, name);
    await second.getByRole('menuitem', { name: 'Power off', exact: true }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Power off' }).click();
    await Promise.all([rowSays(first, 'Stopped'), rowSays(second, 'Stopped')]);
    expect(await read(id)).toMatchObject({ power: 'stopped' });
  });

  test('see the load from that time', async () => {
    const [, { page, problems }] = people;
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    const table = page.getByRole('table', { name: /^CPU/ });
    await table.waitFor({ state: 'attached', timeout: PATIENCE_MS });
    expect(await table.getByRole('row').count()).toBeGreaterThan(10);
    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByText('Powering off').first().waitFor();
    // While the API is down, the browser logs each refused connection.
    expect(
      problems.filter((problem) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/.test(problem)),
    ).toEqual([]);
  });
});
