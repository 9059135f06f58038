/**
 * Draws the console pictures of README and guide. They show a server being chosen, with its price. `npm run pictures:console` draws them into
 * docs/pictures. Other runs draw them into build/pictures/docs, and only prove that they can be drawn.
 */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenServer, givenSshKey } from '../given.ts';
import { type ConsoleLab, openConsoleLab, openCustomer, signIn } from './console-lab.ts';

const PICTURES = join(import.meta.dirname, '../..', process.env.INNKEEPER_PICTURES ?? 'build/pictures/docs');
const MAX_BYTES = 150_000;
const VIEW = { width: 1200, height: 720 };
/** Time of the browser and of the API, so that two runs draw equal files. The pictures show a clock and the day of the renewal. */
const NOW = new Date('2026-11-29T12:00:00Z');
const PAID_UNTIL = new Date(NOW.getTime() + days(30));
const IMAGES = [
  ['debian-13', 'Debian 13'],
  ['ubuntu-26', 'Ubuntu 26.04'],
  ['alpine-3', 'Alpine 3.23'],
] as const;

let chain: ConsoleLab;
let owner: GivenAccount;
beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  chain = await openConsoleLab({ clock: { now: () => NOW } });
  owner = await givenAccount(chain.db, { funds: 21_460n });
  const { accountId, userId } = owner;
  await chain.db.updateTable('accounts').set({ name: 'Northwind Logistics' }).where('id', '=', accountId).execute();
  await chain.db.updateTable('users').set({ name: 'Ada', email: 'ada@northwind.example' }).where('id', '=', userId).execute();
  for (const [key, name] of IMAGES) {
    const image = { key, name, group: 'tiny', path: `/nowhere/${key}.qcow2`, format: 'qcow2', ssh_keys_support: true } as const;
    await chain.db.transaction().execute((trx) => registerImage(trx, image));
  }
  await givenSshKey(chain.db, { accountId, name: 'laptop' });
  for (const hostname of ['web-1', 'web-2', 'db-1']) await givenServer(chain.db, { accountId, hostname, expiry_at: PAID_UNTIL });
});
afterAll(() => chain?.close());

test.each(['light', 'dark'] as const)('%s', async (colorScheme) => {
  const customer = await openCustomer(chain.origin, VIEW);
  const { page } = customer;
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.clock.setFixedTime(NOW);
  const session = await customer.context.newCDPSession(page);
  await session.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' });
  await signIn(chain.db, customer, owner, chain.origin, NOW);
  await page.goto(`${chain.origin}/deploy?plan=small&name=web-3`);
  await page.getByRole('radio', { name: /Debian 13/ }).check();
  await page.getByRole('checkbox', { name: 'laptop' }).check();
  const deploy = page.getByRole('region', { name: 'Price' }).getByRole('button', { name: /^Deploy for/ });
  await expect.poll(() => deploy.getAttribute('aria-disabled')).toBeNull();
  await page.evaluate('scrollTo(0, 0)');
  const file = join(PICTURES, `console-${colorScheme}.png`);
  await page.screenshot({ path: file });
  await customer.close();
  expect((await stat(file)).size).toBeLessThan(MAX_BYTES);
});
