/** Tests reminders of addons that are renewed alone. */
import { endAddons } from '@innkeeper/jobs/end-addons';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { recordHeartbeat } from '@innkeeper/jobs/heartbeat';
import { renewAddons } from '@innkeeper/jobs/renew-addons';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

let house: Awaited<ReturnType<typeof openRenewalLab>>;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(EXPIRY);
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  await db().updateTable('services').set({ auto_renew: false }).execute();
  house.setTime(before(12));
  me = await givenAccount(db());
});

const db = () => house.lab.db;
/** Returns a time before `EXPIRY`, in days. */
const before = (left: number) => new Date(EXPIRY.getTime() - days(left));
const lastOrder = async () => (await house.given.orders(me.accountId)).at(-1) ?? expect.fail('no order');

/** Inserts a server that is paid a month longer than its addon, whose renewal a job orders. Returns the order. */
async function renewedAlone(hostname: string, key = 'backups'): Promise<{ addon: number; order: number }> {
  const later = new Date('2027-03-28T12:00:00Z');
  const id = await house.given.server(me.accountId, { hostname, auto_renew: false, expiry_at: later, billing_anchor: EXPIRY });
  const addon = await givenAddon(db(), { serverId: id, key, price: 50n });
  await db().updateTable('services').set({ expiry_at: EXPIRY }).where('id', '=', addon).execute();
  expect(await renewAddons(house.given.cx())).toBe(1);
  return { addon, order: (await lastOrder()).id };
}

/** Runs the jobs at this number of days before `EXPIRY`. */
function writtenAt(left: number) {
  house.setTime(before(left));
  return house.written(me, 'remind');
}

test('an addon is reminded of 7, 3 and 1 days before its end, with the end and its order', async () => {
  const { order } = await renewedAlone('web-1');
  expect(await writtenAt(11)).toMatchObject([{ template: 'renewal-due', data: { debts: [{ order }] } }]);
  expect(await writtenAt(8)).toEqual([]);
  for (const mark of [7, 3, 1]) {
    expect(await writtenAt(mark - 0.1)).toMatchObject([
      {
        template: 'renewal-due',
        data: {
          ...{
            services: [{ name: expect.stringContaining('(web-1)'), until: EXPIRY.getTime() }],
            isReminder: true,
            isLate: false,
          },
          ...{ debts: [{ order, amount: '0.60 EUR' }], addons: { at: EXPIRY.getTime(), keepsBackups: true } },
        },
      },
    ]);
    expect(await writtenAt(mark - 0.5)).toEqual([]);
  }
});

test('the reminders of a server that expires on the same day have another key, and each names its order', async () => {
  const { order } = await renewedAlone('web-1');
  await writtenAt(11);
  const id = await house.given.server(me.accountId, { hostname: 'web-2', auto_renew: false });
  await house.lab.call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } }, { token: me.token });
  const { id: other } = await lastOrder();
  await writtenAt(10);
  const mails = await writtenAt(6.9);
  expect(mails).toMatchObject([
    { template: 'renewal-due', data: { services: [{ name: 'web-2' }], debts: [{ order: other }] } },
    { template: 'renewal-due', data: { debts: [{ order }], addons: { at: EXPIRY.getTime() } } },
  ]);
  expect(mails[0]?.data).not.toHaveProperty('addons');
});

test('addons of several servers that end on a day share a mail', async () => {
  const orders = [(await renewedAlone('web-1')).order, (await renewedAlone('web-2', 'microsoft_rds_sal')).order];
  await writtenAt(11);
  expect(await writtenAt(6.9)).toMatchObject([
    {
      data: {
        services: [{}, {}],
        debts: orders.map((order) => ({ order })),
        addons: { at: EXPIRY.getTime(), keepsBackups: true },
      },
    },
  ]);
});

test('an addon in the order of its server has no reminder of its own', async () => {
  const id = await house.given.server(me.accountId, { hostname: 'web-1', auto_renew: false });
  await givenAddon(db(), { serverId: id, key: 'backups', price: 50n });
  await house.lab.call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } }, { token: me.token });
  await writtenAt(11);
  expect(await writtenAt(6.9)).toMatchObject([{ data: { services: [{ name: 'web-1' }] } }]);
});

test('an order that is due after the end of the paid time counts from its due time', async () => {
  const { orderDueMs } = house.settings;
  Object.assign(house.settings, { orderDueMs: days(7) });
  house.setTime(before(0.5));
  const { addon, order } = await renewedAlone('web-1');
  Object.assign(house.settings, { orderDueMs });
  const { due_at: due } = await lastOrder();
  expect(due?.getTime()).toBeGreaterThan(EXPIRY.getTime());
  await writtenAt(0.4);
  house.setTime(new Date((due?.getTime() ?? 0) - hours(23)));
  expect(await house.written(me, 'remind')).toMatchObject([
    { data: { debts: [{ order }], isLate: true, addons: { at: due?.getTime() } } },
  ]);
  await expireOrders(house.given.cx());
  await endAddons(house.given.cx());
  house.setTime(new Date((due?.getTime() ?? 0) + hours(1)));
  await expireOrders(house.given.cx());
  await endAddons(house.given.cx());
  expect((await house.given.service(addon)).status).toBe('terminated');
});

test('reminders wait for the end of an outage, which postpones the end', async () => {
  await renewedAlone('web-1');
  await writtenAt(11);
  house.setTime(before(10));
  await recordHeartbeat(house.given.cx());
  expect(await writtenAt(6.9)).toEqual([]);
  await recordHeartbeat(house.given.cx());
  const { due_at: due } = await lastOrder();
  expect(due?.getTime()).toBeGreaterThan(EXPIRY.getTime());
  house.setTime(new Date((due?.getTime() ?? 0) - days(3) + hours(1)));
  await db().updateTable('service_beats').set({ beat_at: house.clock.now() }).execute();
  expect(await house.written(me, 'remind')).toMatchObject([{ data: { isReminder: true, addons: { at: due?.getTime() } } }]);
  await db().deleteFrom('service_beats').execute();
});

test('no reminder for an addon that is paid, being paid or cancelled', async () => {
  const [paid, paying, cancelled] = [await renewedAlone('web-1'), await renewedAlone('web-2'), await renewedAlone('web-3')];
  await writtenAt(11);
  await house.given.fund(me.accountId, 60n);
  const token = { token: me.token };
  expect((await house.lab.call('payOrders', { body: { order_ids: [paid.order] } }, token)).status).toBe(200);
  await db().updateTable('orders').set({ status: 'processing' }).where('id', '=', paying.order).execute();
  await db()
    .insertInto('cancel_requests')
    .values({ service_id: cancelled.addon, now: false, reason: null, created_at: house.clock.now() })
    .execute();
  expect(await writtenAt(6.9)).toEqual([]);
});
