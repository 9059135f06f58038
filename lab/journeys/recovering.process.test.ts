/** The console while the installation recovers from a restore: a visitor and a customer with a session of the backup read what happens. */
import { openRecovery } from '@innkeeper/db/recovery';
import { endSignIns } from '@innkeeper/db/recovery/sign-ins';
import { beginRecovering, endRecovering } from '@innkeeper/db/tables/recovering';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../app.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { type Customer, expectAccessible, listenOnLoopback, openBuiltConsole, openCustomer, signIn } from './console-lab.ts';
import { PHONE, WIDE } from './views.ts';

const RECOVERING = 'The service is being restored from a backup';
/** Longer than the SDK waits between attempts of a call at first. */
const WAIT_MS = 3_000;

let lab: Lab;
let origin: string;
let owner: GivenAccount;
let customer: Customer;
const requests: string[] = [];
beforeAll(async () => {
  const built = await openBuiltConsole();
  lab = await openLab({ ...built.options, recovery: openRecovery() });
  origin = await listenOnLoopback(lab.app);
  owner = await givenAccount(lab.db);
  await beginRecovering(lab.db, { backup: 'house-1.tar.zst.age', takenAt: new Date(1), now: new Date(2) });
  customer = await openCustomer(origin);
  customer.page.on('request', (request) => requests.push(request.url()));
});
afterAll(async () => {
  await customer?.close();
  await lab?.close();
});

const alert = () => customer.page.getByRole('alert').getByText(RECOVERING);
const apiRequests = () => requests.splice(0).filter((url) => url.startsWith(`${origin}/v1/`));

/** Shows the page in light and dark, wide and on a phone. */
async function expectReadable(): Promise<void> {
  const { page } = customer;
  await alert().waitFor();
  for (const view of [PHONE, WIDE]) {
    await page.setViewportSize(view);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
    }
  }
}

test('a visitor reads why sign-in is unavailable', async () => {
  const { page } = customer;
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('Email address').fill('me@example.org');
  await page.getByLabel('Password').fill('seven green lanterns');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectReadable();
});

test('a customer with a session from the backup reads it too, and the page retries only when the button is clicked', async () => {
  const { page } = customer;
  await signIn(lab.db, customer, owner, origin);
  await page.goto(`${origin}/servers`);
  await expectReadable();
  apiRequests();
  await page.waitForTimeout(WAIT_MS);
  expect(apiRequests()).toEqual([]);
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  expect(apiRequests()).toEqual([`${origin}/v1/sessions/current`]);
  await alert().waitFor();
});

test('after the recovery, the same button continues to the sign-in, with the session', async () => {
  const { page } = customer;
  await lab.db.transaction().execute((trx) => endSignIns(trx, new Date()));
  await endRecovering(lab.db);
  await page.getByRole('button', { name: 'Load again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});
