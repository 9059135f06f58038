/** Tests that the gateway detaches the saved cards of a closed account, whenever it answers. The closing does not wait for the gateway. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { saveCard } from '@innkeeper/db/tables/saved-cards';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { Payments } from '@innkeeper/engine/payments/open';
import { closeAccounts } from '@innkeeper/jobs/close-accounts';
import { detachCards } from '@innkeeper/jobs/detach-cards';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';

let lab: TestDatabase;
let worker: OpenDatabase;
let directory: string;
let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
beforeAll(async () => {
  lab = await openTestDatabase({ clock });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), max: 2, clock });
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-cards-'));
});
afterAll(async () => {
  await worker.close();
  await lab.close();
  await rm(directory, { recursive: true });
});

/** Opens the payment gateways. `trial` configures the sandbox. */
const payments = (trial: boolean) => new Payments({ directory, trial, stripe: null });
const cx = (trial = true) => ({ ...givenJobCx(worker.db, { clock }), payments: payments(trial), log: SILENT_LOG });
const idOf = ({ accountId }: GivenAccount) => `sandbox_card_${accountId}`;

async function givenCard(account: GivenAccount): Promise<void> {
  const { accountId } = account;
  const shown = { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2099, country: 'AT' };
  const card = { gatewayId: idOf(account), gatewayCustomer: 'customer', ...shown };
  await saveCard(lab.db, { gateway: 'sandbox', accountId, card, isAgreed: true, now: clock.now() });
}

/** Charges the card and returns the state of the payment, or the error. */
async function charged(account: GivenAccount): Promise<string> {
  const payment = { amount: 10_00n, currency: 'EUR', description: 'Order 1', gatewayId: null, kind: 'saved_card' as const };
  const card = { gatewayId: idOf(account), gatewayCustomer: 'customer' };
  const sandbox = await payments(true).gateway('sandbox');
  const charging = sandbox.charge({ ...payment, reference: `RF${account.accountId}${now}` }, card);
  return charging.then(
    ({ state }) => state,
    (error) => error.kind,
  );
}

const alerts = async () => (await openAlerts(lab.db)).filter(({ key }) => key.startsWith('detach-cards:'));

test('detaches the saved cards of a closed account, also after a gateway failure, and no cards of other accounts', async () => {
  const [me, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  for (const one of [me, other]) await givenCard(one);
  const closing = { closing_asked_at: clock.now(), closes_at: new Date(now + days(14)) };
  await lab.db.updateTable('accounts').set(closing).where('id', '=', me.accountId).execute();
  expect(await detachCards(cx())).toBe(0);
  now += days(14);
  expect(await closeAccounts(cx())).toBe(1);

  expect(await detachCards(cx(false))).toBe(0);
  const { erased_at } = await lab.db
    .selectFrom('accounts')
    .select('erased_at')
    .where('id', '=', me.accountId)
    .executeTakeFirstOrThrow();
  expect(erased_at).toEqual(clock.now());
  expect(await alerts()).toMatchObject([{ message: expect.stringContaining('is not configured') }]);
  expect(await charged(me)).toBe('succeeded');

  now += minutes(2);
  expect(await detachCards(cx())).toBe(1);
  expect(await detachCards(cx())).toBe(0);
  expect(await alerts()).toEqual([]);
  expect([await charged(me), await charged(other)]).toEqual(['refused', 'succeeded']);
});
