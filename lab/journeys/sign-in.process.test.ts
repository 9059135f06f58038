/**
 * Tests the ways to sign in: a passkey of an authenticator that Chromium simulates, a password with a second factor, and the end of other
 * sign-ins.
 */
import { seconds } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenPassword, PASSWORD } from '../given-sessions.ts';
import { otpOf } from '../given-two-factor.ts';
import { type ConsoleLab, type Customer, expectAccessible, openConsoleLab, openCustomer, signIn } from './console-lab.ts';

let chain: ConsoleLab;
let origin: string;
let owner: GivenAccount;
let customer: Customer;
/** Each code is valid once, so time advances to the next one. */
let passed = 0;
const now = () => new Date(Date.now() + passed);
const nextOtp = (secret: string): string => {
  passed += seconds(30);
  return otpOf(secret, now());
};
beforeAll(async () => {
  chain = await openConsoleLab({ clock: { now } });
  origin = chain.origin;
  owner = await givenAccount(chain.db, { funds: 10_000n });
  await givenPassword(chain.db, owner);
  customer = await openCustomer(origin);
  const devtools = await customer.context.newCDPSession(customer.page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await signIn(chain.db, customer, owner, origin);
});
afterAll(async () => {
  await customer.close();
  await chain?.close();
});

test('a passkey, a second factor and recovery codes can be set up, sign in, and end other sessions', async () => {
  const { page, problems } = customer;
  await page.goto(`${origin}/security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop');
  await adding.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Laptop').waitFor();

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await expectAccessible(page);
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const secret = (await setUp.locator('code').textContent()) ?? '';
  await setUp.getByRole('textbox', { name: 'Code' }).fill(nextOtp(secret));
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  // The same step shows the recovery codes, without another code.
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.poll(() => list.count()).toBe(10);
  await expectAccessible(page);
  // Chromium closes a dialog at the third Escape. The codes are shown only once, so this dialog must stay open.
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape');
  await expect.poll(() => list.count()).toBe(10);
  const [unseen = ''] = await list.allTextContents();

  // A person who leaves here is told so, until other codes are stored.
  await page.reload();
  await page.getByText('Your recovery codes are not stored yet.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const codes = page.getByRole('dialog', { name: 'New recovery codes' });
  await codes.getByRole('textbox', { name: 'Code' }).fill(nextOtp(secret));
  await codes.getByRole('button', { name: 'New recovery codes' }).click();
  await expect.poll(() => list.count()).toBe(10);
  expect(await list.allTextContents()).not.toContain(unseen);
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  expect(await page.getByText('not stored yet').count()).toBe(0);
  await chain.db.updateTable('recovery_codes').set({ used_at: now() }).where('user_id', '=', owner.userId).execute();
  await page.reload();
  await page.getByText('No recovery code is left.').waitFor();

  await page.getByRole('button', { name: /settings of this browser/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Servers' }).waitFor();

  const second = await openCustomer(origin);
  await second.page.goto(`${origin}/security`);
  await second.page.getByRole('textbox', { name: 'Email address' }).fill(owner.email);
  await second.page.getByLabel('Password').fill('not the password');
  await second.page.getByRole('button', { name: 'Continue' }).click();
  await second.page.getByText('The email address or the password is wrong.').waitFor();
  await second.page.getByLabel('Password').fill(PASSWORD);
  await second.page.getByRole('button', { name: 'Continue' }).click();
  await second.page.getByRole('textbox', { name: 'Code' }).fill(nextOtp(secret));
  await second.page.getByRole('button', { name: 'Sign in' }).click();
  await second.page.getByRole('heading', { name: 'Security' }).waitFor();

  await page.goto(`${origin}/security`);
  await page.getByRole('button', { name: 'End all other sign-ins' }).click();
  await page.getByRole('button', { name: 'End all other sign-ins' }).waitFor({ state: 'detached' });
  await second.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await second.close();
  // The browser also reports a wrong password as a refusal.
  expect(problems).toEqual([]);
});
