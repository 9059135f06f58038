/** Tests that mails about renewals tell what is about to happen: charges that begin, ends before the next charge, and ends of addons. */
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { endAddons } from '@innkeeper/jobs/end-addons';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { renewAddons } from '@innkeeper/jobs/renew-addons';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { issueNow } from '../../given-invoices.ts';
import { asWorker, mailsOf } from '../../given-mails.ts';
import { givenSavedCard } from '../../given-payments.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

/** Time at which services that expire at `EXPIRY` are renewed. */
const RENEWED = new Date('2027-02-21T00:00:00Z');

let house: Awaited<ReturnType<typeof openRenewalLab>>;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(RENEWED);
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  // Services of earlier tests are not due.
  await db()
    .updateTable('services')
    .set({ auto_renew: false, expiry_at: new Date('2040-01-01T00:00:00Z') })
    .execute();
  await db().deleteFrom('mails_due').execute();
  house.setTime(RENEWED);
  Object.assign(house.settings, { hasTrialPayments: false });
  me = await givenAccount(db());
});

const db = () => house.lab.db;
const before = (ms: number) => new Date(EXPIRY.getTime() - ms);
const server = (fields = {}) => house.given.server(me.accountId, { hostname: 'web-1', renew_price: 1000n, ...fields });
const lastOrder = async () => (await house.given.orders(me.accountId)).at(-1) as { id: number; due_at: Date };

test('a charge that is about to begin is not asked for, also by a late worker whose reminder is due at once', async () => {
  await server();
  await givenSavedCard(db(), me);
  house.setTime(before(days(7) - minutes(8)));
  await house.given.renew();
  const { id } = await lastOrder();
  await remindRenewals(house.given.cx());
  expect(await mailsOf(db(), me)).toEqual([]);
  await house.refuseCharge(id);
  expect((await mailsOf(db(), me)).map(({ template }) => template)).toEqual(['charge-failed']);
});

test('a failed charge names the end that comes before the next one, and the account for a transfer', async () => {
  await server();
  await givenSavedCard(db(), me);
  house.setTime(before(hours(10)));
  await house.given.renew();
  await house.written(me);
  const { id } = await lastOrder();
  await house.refuseCharge(id);
  expect(await mailsOf(db(), me)).toMatchObject([
    {
      template: 'charge-failed',
      data: {
        ...{ offAt: EXPIRY.getTime(), next: expect.any(Number) },
        transfer: { by: 'transfer', iban: expect.any(String), reference: expect.stringMatching(/^9\d{9}$/) },
      },
    },
  ]);
});

test('a request to pay waits some minutes for the pro forma invoice, and then tells what it has', async () => {
  for (const [wait, by] of [
    [minutes(5), 'transfer'],
    [minutes(11), 'balance'],
  ] as const) {
    me = await givenAccount(db());
    house.setTime(RENEWED);
    await server();
    await house.given.renew();
    for (const passed of [minutes(2), wait]) {
      expect(await mailsOf(db(), me)).toEqual([]);
      house.setTime(new Date(RENEWED.getTime() + passed));
      if (passed === minutes(5)) await issueNow(db(), house.clock);
      await asWorker(db(), (worker) => composeMails({ ...house.given.cx(), db: worker }));
    }
    expect(await mailsOf(db(), me)).toMatchObject([{ template: 'renewal-due', data: { pay: { by } } }]);
    await db().updateTable('services').set({ auto_renew: false }).execute();
  }
});

test('a renewal of an addon alone says that it ends without payment, and a mail follows its end', async () => {
  const id = await server({ auto_renew: false, expiry_at: new Date('2027-03-28T12:00:00Z'), billing_anchor: EXPIRY });
  await givenAddon(db(), { serverId: id, key: 'backups', price: 50n });
  await db().updateTable('services').set({ expiry_at: EXPIRY, billing_anchor: EXPIRY }).where('parent_id', '=', id).execute();
  expect(await renewAddons(house.given.cx())).toBe(1);
  const { due_at } = await lastOrder();
  expect(await house.written(me)).toMatchObject([
    { template: 'renewal-due', data: { addons: { at: due_at.getTime(), keepsBackups: true } } },
  ]);
  house.setTime(new Date(due_at.getTime() - 1000));
  expect(await endAddons(house.given.cx())).toBe(0);
  house.setTime(due_at);
  await expireOrders(house.given.cx());
  expect(await endAddons(house.given.cx())).toBe(1);
  await house.written(me);
  expect((await mailsOf(db(), me)).at(-1)).toMatchObject({
    template: 'services-ended',
    data: { names: [expect.stringContaining('(web-1)')], isAddons: true, reason: null, copiesUntil: null },
  });
});
