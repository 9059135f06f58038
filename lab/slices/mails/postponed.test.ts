/** Tests the mail about more time to pay, which staff has given. */
import { insertCancelRequest } from '@innkeeper/db/tables/services';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { recordHeartbeat } from '@innkeeper/jobs/heartbeat';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { mailText } from '@innkeeper/model/mail/texts';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { asWorker, mailsOf } from '../../given-mails.ts';
import { givenSavedCard } from '../../given-payments.ts';
import { openOperator } from '../../operator.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

const START = new Date(EXPIRY.getTime() - days(1));
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(START);
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  for (const table of ['service_beats', 'mails_due'] as const) await house.lab.db.deleteFrom(table).execute();
  house.setTime(START);
  me = await givenAccount(house.lab.db);
});

const server = (hostname: string, fields = {}) =>
  house.given.server(me.accountId, { hostname, auto_renew: false, renew_price: 1000n, ...fields });
const operator = () => openOperator({ db: house.lab.db, clock: house.clock });
const postpone = (service: number, count = 5) =>
  operator().run('postponeService', { service, days: count, reason: 'Ada is a friend of the boss.' });
const after = (ms: number) => EXPIRY.getTime() + ms;

/** Passes two minutes and writes the mails of facts. Returns the new mails about more time to pay. */
async function written() {
  const before = (await mailsOf(house.lab.db, me)).length;
  await house.issue();
  house.setTime(new Date(house.clock.now().getTime() + minutes(2)));
  await asWorker(house.lab.db, (db) => composeMails({ ...house.given.cx(), db }));
  return (await mailsOf(house.lab.db, me)).slice(before).filter(({ template }) => template === 'services-postponed');
}

test('services that are postponed together are one mail with the last time and the order that pays, and without the reason', async () => {
  const [one, two] = [await server('web-1'), await server('web-2', { auto_renew: true })];
  await house.given.renew();
  const [order] = await house.given.orders(me.accountId);
  await postpone(one);
  await postpone(two, 1);
  await postpone(two, 2);
  const [mail, ...others] = await written();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    address: me.email,
    data: {
      services: expect.arrayContaining([
        { name: 'web-1', until: after(days(5)) },
        { name: 'web-2', until: after(days(3)) },
      ]),
      ...{ more: 0, debts: [{ order: order?.id, amount: '12.00 EUR' }], pay: { by: 'transfer' } },
      page: expect.stringMatching(new RegExp(`/orders/${order?.id}$`)),
    },
  });
  expect(JSON.stringify(mail)).not.toContain('boss');
});

test('a service that is paid or cancelled by then is left out', async () => {
  const [one, two] = [await server('web-1'), await server('web-2')];
  for (const id of [one, two]) await postpone(id);
  await insertCancelRequest(house.lab.db, { service_id: one, now: false, reason: null, created_at: START });
  await house.lab.db
    .updateTable('services')
    .set({ expiry_at: new Date(after(days(28))) })
    .where('id', '=', two)
    .execute();
  expect(await written()).toEqual([]);
});

test('the members of a suspended account are advised to contact support', async () => {
  await postpone(await server('web-1'));
  await operator().run('suspendAccount', { account: me.email, reason: 'It sends spam.' });
  expect(await written()).toMatchObject([{ data: { pay: null, isSuspended: true, page: expect.stringMatching(/\/support$/) } }]);
});

test('the mail waits for the end of an outage, which postpones the time once more', async () => {
  house.setTime(new Date(after(days(1))));
  const id = await server('web-1');
  await recordHeartbeat(house.given.cx());
  await postpone(id);
  house.setTime(new Date(after(days(3))));
  expect(await written()).toEqual([]);
  await recordHeartbeat(house.given.cx());
  const { suspend_after } = await house.given.service(id);
  expect(suspend_after?.getTime()).toBeGreaterThan(after(days(6)));
  expect(await written()).toMatchObject([
    { data: { services: [{ name: 'web-1', until: suspend_after?.getTime() }], debts: [] } },
  ]);
});

test.each([
  ['the mail, which asks for the order,', days(2)],
  ['the act, whose mail waits,', days(1)],
])('a reminder within 48 hours of %s is dropped', async (_, ahead) => {
  house.setTime(new Date(after(-days(7))));
  const id = await server('web-1', { auto_renew: true });
  await house.given.renew();
  await house.written(me);
  house.setTime(new Date(after(-ahead)));
  await postpone(id);
  if (ahead > days(1)) expect(await written()).toHaveLength(1);
  house.setTime(new Date(after(-days(1))));
  await asWorker(house.lab.db, (db) => remindRenewals({ ...house.given.cx(), db }));
  const mails = (await mailsOf(house.lab.db, me)).map(({ template }) => template);
  expect(mails.filter((template) => template === 'renewal-due')).toHaveLength(1);
});

test('a service that staff ends meanwhile is left out', async () => {
  const id = await server('web-1');
  await postpone(id);
  await operator().run('endService', { service: id, reason: 'It sends spam.', after: 24 });
  // A service that is locked, or that has no machine, is not switched off at once.
  const on = { status: 'active', suspended_at: null, staff_suspended_at: null, staff_suspend_reason: null } as const;
  await house.lab.db.updateTable('services').set(on).where('id', '=', id).execute();
  expect(await written()).toEqual([]);
});

const postponed = (name: string, count = 5) => ({ name, until: after(0), offAt: after(days(count)) });

test('a new request to pay a renewal of which staff suspends a part names the postponed time, also as the deadline', async () => {
  house.setTime(new Date(after(-days(7))));
  const [one, two] = [await server('web-1', { auto_renew: true }), await server('web-2', { auto_renew: true })];
  await house.given.renew();
  await house.written(me);
  await postpone(one, 7);
  await operator().run('suspendService', { service: two, reason: 'It attacks others.' });
  const mails = await house.written(me);
  expect(mails).toMatchObject([
    { template: 'renewal-due', data: { reduced: true, isLate: false, debts: [{ amount: '12.00 EUR' }] } },
  ]);
  const [mail] = mails;
  if (mail?.template !== 'renewal-due') return expect.fail('no request');
  expect(mail.data.services).toEqual([postponed('web-1', 7)]);
  expect(mailText('renewal-due', mail.data, 'en').subject).toBe('Pay the renewal of web-1 before 2027-03-07 12:00 UTC');
  expect(mailText('renewal-due', mail.data, 'de').subject).toContain('vor dem 07.03.2027, 12:00 UTC');
});

test('a request to pay after the expiry is late only once a service is switched off, and names the first one first', async () => {
  const ids = [await server('web-1', { auto_renew: true }), await server('web-2', { auto_renew: true })];
  for (const [i, id] of ids.entries()) await postpone(id, 5 - i);
  house.setTime(new Date(after(hours(1))));
  await house.given.renew();
  const services = [postponed('web-2', 4), postponed('web-1', 5)];
  expect(await house.written(me)).toMatchObject([{ template: 'renewal-due', data: { isLate: false, services } }]);
});

test('a reminder names the postponed time, and the expiry of other services', async () => {
  house.setTime(new Date(after(-days(7))));
  await postpone(await server('web-1'));
  await server('web-2');
  expect(await house.written(me, 'remind')).toMatchObject([
    { template: 'renewal-due', data: { services: [{ name: 'web-2', until: after(0) }, postponed('web-1')], debts: [] } },
  ]);
});

test('a charge that fails names the postponed time, also if it is before the next charge', async () => {
  const id = await server('web-1', { auto_renew: true });
  await givenSavedCard(house.lab.db, me);
  await postpone(id, 1);
  house.setTime(new Date(after(hours(12))));
  await house.given.renew();
  const [order] = await house.given.orders(me.accountId);
  await house.refuseCharge(order?.id ?? expect.fail('no order'));
  const [mail] = (await mailsOf(house.lab.db, me)).filter(({ template }) => template === 'charge-failed');
  const times = { offAt: after(days(1)), next: after(hours(36)) };
  expect(mail?.data).toMatchObject({ services: [postponed('web-1', 1)], ...times });
});

test('a request for a renewal that its owner placed counts the deletion from the postponed time', async () => {
  const [one, two] = [await server('web-1'), await server('web-2', { expiry_at: new Date(after(days(60))) })];
  await postpone(one);
  const body = { server_ids: [one, two], billing_cycle: 1 };
  const { id } = (await house.lab.call('renewServers', { body }, { token: me.token })).body;
  const until = after(days(50));
  await house.lab.db
    .updateTable('orders')
    .set({ due_at: new Date(until) })
    .where('id', '=', id)
    .execute();
  const earlier = [{ name: 'web-1', until: after(days(5) + house.settings.cancelGraceMs) }];
  expect(await house.written(me)).toMatchObject([{ template: 'order-waiting', data: { until, earlier } }]);
});
