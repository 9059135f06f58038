/** Tests announcements of automatic renewals: one a day and account, with the amount and the way that the renewal will have. */

import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { givenMember } from '../../given-members.ts';
import { givenSavedCard } from '../../given-payments.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

/** The services expire at `EXPIRY`, are renewed 7 days before, and announced 14 days before that. */
const RENEWED = new Date('2027-02-21T00:00:00Z');
const ANNOUNCED = new Date('2027-02-07T09:00:00Z');

let house: Awaited<ReturnType<typeof openRenewalLab>>;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(ANNOUNCED);
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  await house.lab.db.updateTable('services').set({ auto_renew: false }).execute();
  house.setTime(ANNOUNCED);
  Object.assign(house.settings, { hasTrialPayments: false });
  me = await givenAccount(house.lab.db);
});

const server = (fields = {}) => house.given.server(me.accountId, { billing_cycle: 3, renew_price: 1000n, ...fields });
const announced = () => house.written(me, 'announce');

test('names day, gross amount and the balance, with the addons and the other services of the day', async () => {
  await house.given.fund(me.accountId, 20_00n);
  const id = await server({ hostname: 'web-1' });
  await givenAddon(house.lab.db, { serverId: id, key: 'backups', price: 50n });
  await server({ hostname: 'web-2', billing_cycle: 1, renew_price: 200n });
  const [mail, ...others] = await announced();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    template: 'renewal-ahead',
    data: {
      services: [
        { name: 'web-1', until: EXPIRY.getTime() },
        { name: 'web-2', until: EXPIRY.getTime() },
      ],
      ...{ more: 0, at: RENEWED.getTime(), amount: '16.20 EUR', pay: { by: 'balance', missing: null } },
      page: expect.stringContaining('/servers'),
    },
  });
  expect(await announced()).toEqual([]);
  // The announced renewal is what happens.
  house.setTime(RENEWED);
  await house.given.renew();
  expect(await house.given.orders(me.accountId)).toMatchObject([{ status: 'paid', gross: 16_20n }]);
});

test('says what the balance lacks, after the renewals and orders that it pays before', async () => {
  await house.given.fund(me.accountId, 30_00n);
  await server({ expiry_at: new Date(EXPIRY.getTime() - days(2)), billing_cycle: 1 });
  await server({ renew_price: 2000n });
  expect(await announced()).toMatchObject([{ data: { amount: '24.00 EUR', pay: { by: 'balance', missing: '6.00 EUR' } } }]);
});

test('promises no charge of a card whose last charge failed, and says what the balance lacks', async () => {
  await house.given.fund(me.accountId, 5_00n);
  await server({ expiry_at: new Date(EXPIRY.getTime() - days(14)), billing_cycle: 1, renew_price: 2000n });
  const card = await givenSavedCard(house.lab.db, me);
  await house.given.renew();
  const [order] = await house.given.orders(me.accountId);
  await house.refuseCharge(order?.id ?? 0);
  await house.lab.db
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('id', '=', order?.id ?? 0)
    .execute();
  await server();
  expect(await announced()).toContainEqual(
    expect.objectContaining({
      template: 'renewal-ahead',
      data: expect.objectContaining({ amount: '12.00 EUR', pay: { by: 'failed-card', digits: '4242', missing: '7.00 EUR' } }),
    }),
  );
  await house.lab.db.updateTable('payments').set({ state: 'succeeded' }).where('saved_card_id', '=', card).execute();
});

test('names the card that is valid on the day, and an order without card and balance', async () => {
  await server();
  await givenSavedCard(house.lab.db, me);
  expect(await announced()).toMatchObject([{ data: { amount: '12.00 EUR', pay: { by: 'card', digits: '4242' } } }]);
  // Renewed on 5 March, when the card of February has expired.
  const other = await givenAccount(house.lab.db);
  await house.given.server(other.accountId, { billing_cycle: 12, expiry_at: new Date('2027-03-12T12:00:00Z') });
  const card = await givenSavedCard(house.lab.db, other);
  await house.lab.db.updateTable('saved_cards').set({ expiry_year: 2027, expiry_month: 2 }).where('id', '=', card).execute();
  house.setTime(new Date('2027-02-19T09:00:00Z'));
  expect(await house.written(other, 'announce')).toMatchObject([{ data: { pay: { by: 'order' } } }]);
});

test('twenty servers are one mail, and thirty list 25', async () => {
  for (let n = 0; n < 30; n += 1) await server();
  const [mail, ...others] = await announced();
  expect(others).toEqual([]);
  expect(mail?.template === 'renewal-ahead' && [mail.data.services.length, mail.data.more, mail.data.amount]).toEqual([
    25,
    5,
    '360.00 EUR',
  ]);
});

test.each([
  ['monthly cycles', { billing_cycle: 1 }],
  ['services without automatic renewal', { auto_renew: false }],
  ['services that are free', { renew_price: 0n }],
  ['suspended services', { status: 'suspended' }],
])('tells nothing of %s', async (_, fields) => {
  await server(fields);
  expect(await announced()).toEqual([]);
});

test('tells nothing a day late, nor a day early, nor in a trial, nor if it is turned off', async () => {
  await server();
  for (const at of [new Date(ANNOUNCED.getTime() - days(1)), new Date(ANNOUNCED.getTime() + hours(15))]) {
    house.setTime(at);
    expect(await announced()).toEqual([]);
  }
  house.setTime(ANNOUNCED);
  Object.assign(house.settings, { hasTrialPayments: true });
  expect(await announced()).toEqual([]);
  Object.assign(house.settings, {
    hasTrialPayments: false,
    renewals: { ...house.settings.renewals, announceDays: 0 },
  });
  expect(await announced()).toEqual([]);
  Object.assign(house.settings, { renewals: { ...house.settings.renewals, announceDays: 14 } });
  expect(await announced()).toHaveLength(1);
});

test('a member who muted it gets none, and the others do', async () => {
  await givenMember(house.lab.db, { accountId: me.accountId, role: 'billing' });
  await house.lab.db
    .updateTable('users')
    .set({ muted_mails: ['renewal-ahead'] })
    .where('id', '=', me.userId)
    .execute();
  await server();
  const mails = await announced();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.address).not.toBe(me.email);
});

test('a parked account is told nothing', async () => {
  await server();
  const parked = { billing_parked_at: ANNOUNCED, billing_parked_reason: 'odd' };
  await house.lab.db.updateTable('accounts').set(parked).where('id', '=', me.accountId).execute();
  expect(await announced()).toEqual([]);
});
