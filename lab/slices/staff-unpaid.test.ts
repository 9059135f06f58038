/** Tests how `server show` explains a server that is, or will be, suspended for lack of payment. */
import { insertCancelRequest } from '@innkeeper/db/tables/services';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import { type Operator, openOperator } from '../operator.ts';
import { labSettings } from '../settings.ts';
import { EXPIRY, renewalHelpers } from './renewals/given-renewing.ts';

const suspendedAt = new Date(EXPIRY.getTime() + hours(5));
const endsAt = new Date(suspendedAt.getTime() + labSettings.cancelGraceMs).toISOString();
let lab: TestDatabase;
let now = EXPIRY;
const clock = { now: () => now };
let operator: Operator;
let given: ReturnType<typeof renewalHelpers>;
let ada: GivenAccount;
let web: number;
beforeAll(async () => {
  lab = await openTestDatabase();
  given = renewalHelpers(lab, clock);
  operator = openOperator({
    db: lab.db,
    clock,
    engine: {
      compute: { list: async () => [], directory: '/' },
      images: { provide: () => Promise.reject(new Error('no builds here')) },
      trials: null,
      imageFiles: { lookAt: async () => [], storedPath: (file) => file },
      network: { checkUplink: async () => [] },
    },
  });
  await givenNode(lab.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  ada = await givenAccount(lab.db);
  web = await given.server(ada.accountId, { hostname: 'web-1' });
  now = new Date(EXPIRY.getTime() - hours(1));
});

/** Orders the renewal of the server and suspends it at its expiry, late. */
async function suspend(): Promise<number> {
  await given.renew();
  now = suspendedAt;
  await expireServices(given.cx());
  const [order] = await given.orders(ada.accountId);
  return order?.id ?? expect.fail('no renewal is ordered');
}
const shown = async () => (await operator.run('showServer', { server: web })).unpaid;
const printed = async () => /^ {2}unpaid .*$/m.exec(await operator.print('showServer', { server: web }))?.[0];

test('an unpaid server names the order that pays it and the time at which it is deleted', async () => {
  expect(await shown()).toBeNull();
  const order = await suspend();
  const orders = [{ id: order, status: 'awaiting_payment', gross: '4.79' }];
  expect(await shown()).toEqual({ ends_at: endsAt, orders, suspends_at: null });
  const paidUntil = EXPIRY.toISOString();
  expect(await printed()).toBe(`  unpaid    after ${paidUntil}: it is deleted at ${endsAt}. To be paid: order ${order} of 4.79.`);
  await lab.db.updateTable('orders').set({ status: 'processing' }).where('id', '=', order).execute();
  expect(await printed()).toContain(`To be paid: order ${order} of 4.79 (is being paid).`);
});

test('an unpaid server without an order says that its owner can renew it', async () => {
  await lab.db.updateTable('services').set({ auto_renew: false }).where('id', '=', web).execute();
  now = suspendedAt;
  await expireServices(given.cx());
  expect(await shown()).toEqual({ ends_at: endsAt, orders: [], suspends_at: null });
  expect(await printed()).toMatch(/deleted at \S+Z\. No order waits to be paid: its owner can renew it\.$/);
});

test.for([
  ['suspended', { suspended_at: suspendedAt, suspend_reason: 'Abuse' }],
  ['parked', { billing_parked_at: suspendedAt, billing_parked_reason: 'odd' }],
] as const)('an unpaid server of a %s account is not deleted', async ([, fields]) => {
  const order = await suspend();
  await lab.db.updateTable('accounts').set(fields).where('id', '=', ada.accountId).execute();
  expect(await shown()).toMatchObject({ ends_at: null, orders: [{ id: order }] });
  expect(await printed()).toContain(`it is not deleted while account ${ada.accountId} is suspended or parked. To be paid: order`);
});

test('an unpaid server that still runs says when it is suspended and deleted, unless nothing suspends it', async () => {
  await given.renew();
  expect(await shown()).toBeNull();
  const later = new Date(EXPIRY.getTime() + days(3));
  await lab.db.updateTable('services').set({ suspend_after: later }).where('id', '=', web).execute();
  // The postponement is shown before the expiry too.
  expect(await shown()).toMatchObject({ suspends_at: later.toISOString() });
  now = suspendedAt;
  await expireServices(given.cx());
  const [order] = await given.orders(ada.accountId);
  const [at, end] = [later, new Date(later.getTime() + labSettings.cancelGraceMs)].map((time) => time.toISOString());
  expect(await shown()).toMatchObject({ ends_at: end, orders: [{ id: order?.id }], suspends_at: at });
  expect(await printed()).toBe(
    `  unpaid    after ${EXPIRY.toISOString()}: it is suspended at ${at} and deleted at ${end}. To be paid: order ${order?.id} of 4.79.`,
  );
  await lab.db
    .updateTable('orders')
    .set({ status: 'processing' })
    .where('id', '=', order?.id ?? 0)
    .execute();
  expect(await shown()).toMatchObject({ ends_at: null, suspends_at: null });
  expect(await printed()).toContain('it is not suspended while its renewal is being paid or not ordered yet');
});

test('a server that staff or its owner switched off is not shown as unpaid', async () => {
  await suspend();
  await lab.db
    .updateTable('services')
    .set({ staff_suspended_at: now, staff_suspend_reason: 'Abuse' })
    .where('id', '=', web)
    .execute();
  expect(await shown()).toBeNull();
  await lab.db
    .updateTable('services')
    .set({ staff_suspended_at: null, staff_suspend_reason: null })
    .where('id', '=', web)
    .execute();
  expect(await shown()).not.toBeNull();
  await insertCancelRequest(lab.db, { service_id: web, now: false, reason: null, created_at: now });
  expect(await shown()).toBeNull();
  expect(await printed()).toBeUndefined();
});
