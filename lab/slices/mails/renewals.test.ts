/** Tests the mails about renewals that wait: a request to pay at once, reminders, failed charges, suspensions and resumptions. */
import { takeMailDue } from '@innkeeper/db/tables/mails-due';
import { lockServices } from '@innkeeper/db/tables/services';
import { transact } from '@innkeeper/domain/context';
import { composeMail } from '@innkeeper/domain/mail/compose';
import { placeAutomaticRenewals } from '@innkeeper/domain/renewals/renew-automatically';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { renewAddons } from '@innkeeper/jobs/renew-addons';
import { renewServices } from '@innkeeper/jobs/renew-services';
import { MUTED_MAILS } from '@innkeeper/model/mail/muted';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { mailsOf } from '../../given-mails.ts';
import { givenMember } from '../../given-members.ts';
import { givenSavedCard } from '../../given-payments.ts';
import { openOperator } from '../../operator.ts';
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
const ACCOUNT = { iban: expect.any(String), reference: expect.stringMatching(/^9\d{9}$/) };
const before = (ms: number) => new Date(EXPIRY.getTime() - ms);
const server = (fields = {}) => house.given.server(me.accountId, { hostname: 'web-1', renew_price: 1000n, ...fields });
const lastOrder = async () => (await house.given.orders(me.accountId)).at(-1) as { id: number };
const call = (operation: Parameters<typeof house.lab.call>[0], input: object = {}) =>
  house.lab.call(operation, input, { token: me.token });
const remindedAt = (at: Date) => {
  house.setTime(at);
  return house.written(me, 'remind');
};

test('a renewal that waits is asked for at once, with the account, the reference and its page', async () => {
  await server();
  await house.given.renew();
  const { id } = await lastOrder();
  const mails = await house.written(me, 'remind');
  expect(mails).toMatchObject([
    {
      template: 'renewal-due',
      data: {
        ...{ services: [{ name: 'web-1', until: EXPIRY.getTime() }], more: 0, isLate: false },
        debts: [{ order: id, amount: '12.00 EUR' }],
        pay: { by: 'transfer', iban: 'AT611904300234573201', reference: expect.stringMatching(/\S/) },
        page: expect.stringContaining(`/orders/${id}`),
      },
    },
  ]);
  expect(await house.written(me, 'remind')).toEqual([]);
});

test('a renewal that the balance pays within the minute, or that is cancelled, is not asked for', async () => {
  const id = await server();
  await house.given.renew();
  await house.given.fund(me.accountId, 12_00n);
  await house.given.pay();
  expect(await house.written(me)).toEqual([]);
  await db()
    .updateTable('services')
    .set({ expiry_at: new Date(EXPIRY.getTime() + minutes(1)) })
    .where('id', '=', id)
    .execute();
  await house.given.renew();
  await call('deleteOrder', { params: { id: (await lastOrder()).id } });
  expect(await house.written(me)).toEqual([]);
});

test('a renewal that a card is charged for is not asked for; its failure names services and the next charge, and later mails suggest another way', async () => {
  await server();
  await givenSavedCard(db(), me);
  await house.given.renew();
  const { id } = await lastOrder();
  expect(await remindedAt(before(days(7)))).toEqual([]);
  await house.refuseCharge(id);
  expect(await house.written(me, 'remind')).toEqual([]);
  expect(await mailsOf(db(), me)).toMatchObject([
    {
      template: 'charge-failed',
      data: {
        order: id,
        amount: '12.00 EUR',
        code: 'declined',
        // It replaces reminders, so it says what is switched off without a payment, and when.
        services: [{ name: expect.any(String), until: EXPIRY.getTime() }],
        more: 0,
        next: RENEWED.getTime() + days(1),
        page: expect.stringContaining(`/orders/${id}`),
      },
    },
  ]);
  // More than 48 hours later, the card has not been charged again, because no worker ran.
  expect(await remindedAt(before(days(3)))).toMatchObject([
    {
      template: 'renewal-due',
      data: { isLate: false, pay: { by: 'failed-card', digits: '4242', transfer: ACCOUNT }, debts: [{ order: id }] },
    },
  ]);
  house.setTime(new Date(EXPIRY.getTime() + hours(1)));
  await expireServices(house.given.cx());
  expect(await house.written(me)).toMatchObject([{ template: 'services-suspended', data: { pay: { by: 'failed-card' } } }]);
  house.setTime(new Date(EXPIRY.getTime() + house.settings.cancelGraceMs - days(1)));
  await remindRenewals(house.given.cx());
  const warning = (await mailsOf(db(), me)).at(-1);
  expect(warning).toMatchObject({ template: 'termination-ahead', data: { debts: [{ order: id }] } });
  expect(warning?.template === 'termination-ahead' && warning.data.pay?.by).not.toBe('card');
});

test('a card that was stored after the failure is suggested', async () => {
  await server();
  await givenSavedCard(db(), me);
  await house.given.renew();
  await house.refuseCharge((await lastOrder()).id);
  await givenSavedCard(db(), me, { last4: '1881' });
  expect(await remindedAt(before(days(3)))).toMatchObject([{ data: { pay: { by: 'card', digits: '1881' } } }]);
});

test('a failure after which no card is charged any more names none', async () => {
  await server();
  await givenSavedCard(db(), me);
  await house.given.renew();
  await house.refuseCharge((await lastOrder()).id, true);
  expect(await house.written(me, 'remind')).toEqual([]);
  expect(await mailsOf(db(), me)).toMatchObject([{ template: 'charge-failed', data: { next: null } }]);
});

test('reminders follow 3 days and a day before, and none within 48 hours of another mail about the order', async () => {
  await server();
  await house.given.renew();
  expect(await house.written(me, 'remind')).toHaveLength(1);
  for (const at of [before(days(7)), before(days(6)), before(days(4))]) expect(await remindedAt(at)).toEqual([]);
  expect(await remindedAt(before(days(3)))).toMatchObject([{ template: 'renewal-due', data: { isLate: false } }]);
  expect(await remindedAt(before(days(2)))).toEqual([]);
  expect(await remindedAt(before(days(1)))).toMatchObject([{ template: 'renewal-due', data: { isReminder: true } }]);
});

test('a reminder that the fact of the same minute tells is dropped, also before the mail is written', async () => {
  await server();
  house.setTime(before(days(6)));
  await house.given.renew();
  await remindRenewals(house.given.cx());
  expect(await mailsOf(db(), me)).toEqual([]);
  expect(await house.written(me, 'remind')).toMatchObject([{ template: 'renewal-due', data: { isLate: false } }]);
  expect(await remindedAt(before(days(3)))).toMatchObject([{ template: 'renewal-due' }]);
});

test('says renew by hand only for services that nothing renews', async () => {
  await server({ hostname: 'by-hand', auto_renew: false });
  await server({ hostname: 'later' });
  const [mail, ...others] = await remindedAt(before(days(7)));
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    data: { services: [{ name: 'by-hand' }], debts: [], pay: null, page: expect.stringContaining('/servers') },
  });
});

test('several orders are paid from the balance, which has no reference', async () => {
  await server({ hostname: 'web-1', auto_renew: false });
  await server({ hostname: 'web-2' });
  await house.given.renew();
  const { data } = (await call('listServers')).body;
  const byHand = data.find(({ hostname }: { hostname: string }) => hostname === 'web-1');
  await call('renewServers', { body: { server_ids: [byHand.id], billing_cycle: 1 } });
  await house.written(me);
  expect(await remindedAt(before(days(3)))).toMatchObject([
    { data: { debts: [{ amount: '12.00 EUR' }, { amount: '12.00 EUR' }], pay: { by: 'balance', missing: '24.00 EUR' } } },
  ]);
});

test("a customer's own renewal is asked for once, as any order, and then reminded of", async () => {
  const id = await server({ auto_renew: false });
  house.setTime(before(days(6)));
  await call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } });
  house.setTime(before(days(6) - minutes(2)));
  const mails = await house.written(me);
  expect(mails).toMatchObject([{ template: 'order-waiting', data: { order: (await lastOrder()).id, pay: { by: 'transfer' } } }]);
  expect(mails[0]?.attachments).toHaveLength(1);
  expect(await remindedAt(before(days(3)))).toMatchObject([{ template: 'renewal-due', data: { isLate: false } }]);
});

test('a renewal that lapses is told by the mails about its services', async () => {
  const id = await server({ auto_renew: false });
  await call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } });
  expect(await house.written(me)).toMatchObject([{ template: 'order-waiting' }]);
  await db().updateTable('orders').set({ due_at: house.clock.now() }).where('account_id', '=', me.accountId).execute();
  expect(await expireOrders(house.given.cx())).toBe(1);
  await house.written(me);
  expect((await mailsOf(db(), me)).map(({ template }) => template)).toEqual(['order-waiting']);
});

test('a renewal of an addon alone is asked for under its name', async () => {
  const id = await server({ auto_renew: false, expiry_at: new Date('2027-03-31T12:00:00Z') });
  await givenAddon(db(), { serverId: id, key: 'backups', price: 50n });
  await db().updateTable('services').set({ expiry_at: EXPIRY, billing_anchor: EXPIRY }).where('parent_id', '=', id).execute();
  await db()
    .updateTable('services')
    .set({ billing_anchor: EXPIRY, expiry_at: new Date('2027-03-28T12:00:00Z') })
    .where('id', '=', id)
    .execute();
  expect(await renewAddons(house.given.cx())).toBe(1);
  expect(await house.written(me)).toMatchObject([
    {
      template: 'renewal-due',
      data: { services: [{ name: expect.stringContaining('(web-1)') }], debts: [{ amount: '0.60 EUR' }] },
    },
  ]);
});

test('twenty servers are one mail about suspensions, with the orders, and one about resumptions', async () => {
  for (let n = 0; n < 19; n += 1) await server({ hostname: `web-${n}` });
  const renamed = await server({ hostname: 'by-hand', auto_renew: false });
  await house.given.renew();
  const { id } = await lastOrder();
  await house.written(me);
  house.setTime(new Date(EXPIRY.getTime() + hours(1)));
  await expireServices(house.given.cx());
  const [suspended, ...others] = await house.written(me, 'remind');
  expect(others).toEqual([]);
  expect(suspended).toMatchObject({
    template: 'services-suspended',
    data: {
      debts: [{ order: id, amount: '228.00 EUR' }],
      more: 0,
      ends: EXPIRY.getTime() + hours(1) + house.settings.cancelGraceMs,
      pay: { by: 'transfer' },
      page: expect.stringContaining(`/orders/${id}`),
    },
  });
  expect(suspended?.template === 'services-suspended' && suspended.data.services).toHaveLength(20);
  // The workflows of the suspensions have ended.
  await db().deleteFrom('locks').execute();
  await house.given.fund(me.accountId, 228_00n);
  await house.given.pay();
  const [resumed, ...more] = await house.written(me, 'remind');
  expect(more).toEqual([]);
  expect(resumed).toMatchObject({ template: 'services-resumed' });
  const names = resumed?.template === 'services-resumed' ? resumed.data.services.map(({ name }) => name) : [];
  expect([names.length, names.includes('by-hand')]).toEqual([19, false]);
  expect((await house.given.service(renamed)).status).toBe('suspended');
});

test('the ends of unpaid services are one warning with the debt, and none for a service that an earlier version warned of', async () => {
  const [, , warned] = [await server(), await server({ hostname: 'web-2' }), await server({ hostname: 'warned' })];
  await house.given.renew();
  const { id } = await lastOrder();
  await house.written(me);
  house.setTime(new Date(EXPIRY.getTime() + hours(1)));
  await expireServices(house.given.cx());
  await house.written(me);
  const at = house.clock.now();
  await db()
    .insertInto('mails')
    .values({
      ...{ account_id: me.accountId, user_id: me.userId, address: me.email, template: 'termination-ahead', language: 'en' },
      once: `ends:${warned}:${EXPIRY.getTime() / 1000}:${me.userId}`,
      ...{ data: JSON.stringify({ services: [] }), created_at: at, sent_at: at, next_try_at: at },
    })
    .execute();
  const warnings = async () =>
    (await mailsOf(db(), me)).flatMap((mail) => (mail.template === 'termination-ahead' && mail.data.debts ? [mail.data] : []));
  house.setTime(new Date(EXPIRY.getTime() + house.settings.cancelGraceMs - days(1)));
  for (let run = 0; run < 2; run += 1) await remindRenewals(house.given.cx());
  const until = EXPIRY.getTime() + hours(1) + house.settings.cancelGraceMs;
  expect(await warnings()).toMatchObject([
    {
      services: ['web-1', 'web-2'].map((name) => ({ name, until })),
      ...{ more: 0, debts: [{ order: id, amount: '36.00 EUR' }], pay: { by: 'transfer' } },
      page: expect.stringContaining(`/orders/${id}`),
    },
  ]);
});

test('a payment of a locked service tells of its resumption when a job resumes it', async () => {
  await server();
  await house.given.renew();
  await house.written(me);
  house.setTime(new Date(EXPIRY.getTime() + hours(1)));
  await expireServices(house.given.cx());
  await house.written(me);
  await house.given.fund(me.accountId, 12_00n);
  await house.given.pay();
  expect(await house.written(me)).toEqual([]);
  await db().deleteFrom('locks').execute();
  await db().deleteFrom('workflows').execute();
  await expireServices(house.given.cx());
  expect(await house.written(me)).toMatchObject([{ template: 'services-resumed', data: { services: [{ name: 'web-1' }] } }]);
});

test('a resumption by staff has its own mail, and a service resumed within the minute none about its suspension', async () => {
  const id = await server();
  await house.given.renew();
  await house.written(me);
  house.setTime(new Date(EXPIRY.getTime() + hours(1)));
  await expireServices(house.given.cx());
  await db().deleteFrom('locks').execute();
  await db().deleteFrom('workflows').execute();
  const operator = openOperator({ db: db(), clock: house.clock });
  await operator.run('suspendService', { service: id, reason: 'For now.' });
  await house.given.fund(me.accountId, 12_00n);
  await operator.run('setService', {
    service: id,
    expiry_at: new Date(EXPIRY.getTime() + days(20)).toISOString(),
    reason: 'Sorry.',
  });
  await operator.run('resumeService', { service: id });
  expect((await house.given.service(id)).status).toBe('active');
  expect(await house.written(me)).toEqual([]);
});

test('a trial sends no mail about renewals, charges and suspensions', async () => {
  Object.assign(house.settings, { hasTrialPayments: true });
  await server();
  await server({ hostname: 'by-hand', auto_renew: false });
  await house.given.renew();
  house.setTime(before(days(3)));
  expect(await house.written(me, 'remind', 'announce')).toEqual([]);
  house.setTime(new Date(EXPIRY.getTime() + hours(1)));
  await expireServices(house.given.cx());
  expect(await house.written(me, 'remind')).toEqual([]);
  expect(await db().selectFrom('mails_due').select('id').execute()).toEqual([]);
});

test('mails about debts reach members who mute everything, each in their language', async () => {
  const member = await givenMember(db(), { accountId: me.accountId, role: 'billing' });
  const muted_mails = [...MUTED_MAILS];
  await db().updateTable('users').set({ muted_mails }).where('id', '=', me.userId).execute();
  await db()
    .updateTable('users')
    .set({ language: 'de', muted_mails })
    .where('id', '=', (eb) => eb.selectFrom('memberships').select('user_id').where('id', '=', member))
    .execute();
  await server();
  await house.given.renew();
  expect((await house.written(me)).map(({ template, language }) => [template, language])).toEqual([
    ['renewal-due', 'en'],
    ['renewal-due', 'de'],
  ]);
});

test('workers that write the same facts and remind at once write each mail once', async () => {
  for (let n = 0; n < 3; n += 1) await server({ hostname: `web-${n}`, expiry_at: new Date(EXPIRY.getTime() - days(n)) });
  await server({ hostname: 'by-hand', auto_renew: false });
  for (let n = 0; n < 3; n += 1) {
    house.setTime(new Date(RENEWED.getTime() - days(2 - n)));
    await renewServices(house.given.cx());
  }
  house.setTime(new Date(RENEWED.getTime() + hours(13)));
  const all = () => [composeMails, remindRenewals].map((job) => job(house.given.cx()));
  await Promise.all([...all(), ...all(), ...all()]);
  const mails = (await mailsOf(db(), me)).map(({ data }) => ('debts' in data ? data.debts?.length : undefined));
  expect(mails.toSorted()).toEqual([0, 1, 1, 1]);
  expect(await db().selectFrom('mails_due').select('id').execute()).toEqual([]);
});

test('a fact of a transaction that fails is not mailed, and one whose mail fails waits', async () => {
  const id = await server();
  await expect(
    transact(house.given.cx(), async (cx) => {
      await placeAutomaticRenewals(cx, await lockServices(cx.db, [id]));
      throw new Error('the worker died');
    }),
  ).rejects.toThrow('died');
  expect(await house.written(me)).toEqual([]);
  await house.given.renew();
  await house.issue();
  await expect(
    transact(house.given.cx(), async (cx) => {
      const facts = await cx.db.selectFrom('mails_due').select('id').where('account_id', '=', me.accountId).execute();
      for (const due of [await takeMailDue(cx.db, facts[0]?.id ?? 0)]) if (due) await composeMail(cx, due);
      expect(await mailsOf(cx.db, me)).toHaveLength(1);
      throw new Error('the worker died');
    }),
  ).rejects.toThrow('died');
  expect(await mailsOf(db(), me)).toEqual([]);
  expect(await house.written(me)).toHaveLength(1);
});
