/** Tests the mails about cancellations of services by their owners, and about those that are withdrawn. */
import { insertCancelRequest } from '@innkeeper/db/tables/services';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { recordHeartbeat } from '@innkeeper/jobs/heartbeat';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { givenFloatingIp } from '../../given-floating-ips.ts';
import { asWorker, composeNow, mailsOf } from '../../given-mails.ts';
import { givenMember, userOfMember } from '../../given-members.ts';
import { givenSupportPlan } from '../../given-support-plans.ts';
import { openOperator } from '../../operator.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

const START = new Date(EXPIRY.getTime() - days(7));
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

const GRACE_END = () => EXPIRY.getTime() + house.settings.cancelGraceMs;
const server = (hostname: string, fields = {}) => house.given.server(me.accountId, { hostname, ...fields });
const api = async (...[operation, input]: Parameters<typeof house.lab.call>) => {
  const { status, body } = await house.lab.call(operation, input, { token: me.token });
  expect(body?.code ?? null, JSON.stringify(body)).toBeNull();
  expect(status).toBeLessThan(300);
  return body;
};
const cancel = (id: number, body: object = {}) => api('cancelServer', { params: { id }, body });
const undo = (id: number) => api('undoCancelServer', { params: { id } });
const operator = () => openOperator({ db: house.lab.db, clock: house.clock });

/** Passes two minutes and writes the mails of facts. Returns the new mails about cancellations. */
async function written() {
  const before = (await mailsOf(house.lab.db, me)).length;
  house.setTime(new Date(house.clock.now().getTime() + minutes(2)));
  await asWorker(house.lab.db, (db) => composeMails({ ...house.given.cx(), db }));
  return (await mailsOf(house.lab.db, me)).slice(before).filter(({ template }) => /cancel/.test(template));
}
const runs = (name: string, hasData: boolean) =>
  ({ name, state: 'runs', off: EXPIRY.getTime(), ends: GRACE_END(), hasData, keepsBackups: false }) as const;

test('all services that are cancelled together are one mail to all who must know, with the end of each', async () => {
  const addresses = [me.email, 'tech@example.org'];
  for (const role of ['billing', 'technical'] as const) {
    const member = await givenMember(house.lab.db, { accountId: me.accountId, role });
    addresses.push((await userOfMember(house.lab.db, member)).email);
  }
  await givenMember(house.lab.db, { accountId: me.accountId, role: 'read-only' });
  await house.lab.db.updateTable('accounts').set({ tech_email: 'tech@example.org' }).where('id', '=', me.accountId).execute();
  const [one, two] = [await server('web-1'), await server('web-2')];
  const addon = await givenAddon(house.lab.db, { serverId: two, key: 'backups' });
  const floating = await givenFloatingIp(house.lab.db, { accountId: me.accountId, expiry_at: EXPIRY, billing_anchor: EXPIRY });
  await givenSupportPlan(house.lab.db, { accountId: me.accountId, now: START });
  await cancel(one);
  await api('cancelServerAddon', { params: { id: two, addon_id: addon }, body: { now: false, reason: 'Done.' } });
  await api('cancelFloatingIps', { body: { ids: [floating], now: false } });
  await api('cancelSupportPlan', { body: { now: false } });
  const [mail, ...others] = await written();
  expect([mail, ...others].map((sent) => sent?.address).toSorted()).toEqual(addresses.toSorted());
  const planEnd = START.getTime() + days(30);
  const plan = { ...runs('Support: Premium', false), off: planEnd, ends: planEnd + house.settings.cancelGraceMs };
  expect(mail).toMatchObject({
    template: 'services-cancelled',
    data: {
      services: [
        runs('web-1', true),
        { name: expect.stringMatching(/\(web-2\)$/), state: 'addon', ends: EXPIRY.getTime(), hasData: false, keepsBackups: true },
        { ...runs('', false), name: expect.stringMatching(/^Floating IP /) },
        { ...plan, name: expect.stringMatching(/^Support: /) },
      ],
      ...{ more: 0, orders: [], isSuspended: false },
      terms: { [one]: GRACE_END(), [addon]: EXPIRY.getTime(), [floating]: GRACE_END() },
      page: expect.stringMatching(/\/servers$/),
    },
  });
});

test('a cancellation that is withdrawn within the minute sends no mail, and one that was told sends a short one', async () => {
  const id = await server('web-1');
  await cancel(id);
  await undo(id);
  expect(await written()).toEqual([]);
  await cancel(id);
  const page = expect.stringMatching(new RegExp(`/servers/${id}/billing$`));
  expect(await written()).toMatchObject([{ template: 'services-cancelled', data: { services: [{ name: 'web-1' }], page } }]);
  await undo(id);
  const services = [{ name: 'web-1', state: 'renews', until: EXPIRY.getTime() }];
  expect(await written()).toMatchObject([{ template: 'cancellation-withdrawn', data: { services, ids: [id], page } }]);
  await cancel(id);
  await undo(id);
  expect(await written()).toEqual([]);
  await cancel(id);
  expect(await written()).toMatchObject([{ template: 'services-cancelled' }]);
});

test('a repeated cancellation is told only if it names another end', async () => {
  const id = await server('web-1');
  await cancel(id);
  expect(await written()).toHaveLength(1);
  await cancel(id, { reason: 'Too dear.' });
  await undo(id);
  await cancel(id);
  expect(await written()).toEqual([]);
  const now = house.clock.now().getTime();
  await cancel(id, { now: true });
  const ends = now + house.settings.cancelGraceMs;
  expect(await written()).toMatchObject([{ data: { services: [{ name: 'web-1', state: 'off', ends }] } }]);
});

test('the mail names an order of the owner that is still open, and none that the cancellation has left', async () => {
  const [one, two] = [await server('web-1'), await server('web-2', { auto_renew: false })];
  await house.given.renew();
  const { id: order } = await api('renewServers', { body: { server_ids: [two], billing_cycle: 1 } });
  expect(await house.given.orders(me.accountId)).toMatchObject([{ status: 'awaiting_payment' }, { id: order }]);
  await cancel(one);
  expect(await written()).toMatchObject([{ data: { services: [{ name: 'web-1' }], orders: [] } }]);
  await cancel(two);
  expect(await written()).toMatchObject([{ data: { services: [{ name: 'web-2' }], orders: [order] } }]);
});

test('a service that ends at once has no such mail, and neither has a refused cancellation', async () => {
  const given = { accountId: me.accountId, expiry_at: EXPIRY, billing_anchor: EXPIRY };
  const [one, two] = [await givenFloatingIp(house.lab.db, given), await givenFloatingIp(house.lab.db, given)];
  await api('cancelFloatingIps', { body: { ids: [one], now: true } });
  const body = { ids: [two, one], now: false };
  expect((await house.lab.call('cancelFloatingIps', { body }, { token: me.token })).body).toMatchObject({ code: 'wrong_state' });
  expect(await house.lab.db.selectFrom('mails_due').select('kind').where('kind', '=', 'services-cancelled').execute()).toEqual(
    [],
  );
  expect(await written()).toEqual([]);
});

test('an old cancellation stays untold, and so does its withdrawal', async () => {
  const id = await server('web-1');
  await insertCancelRequest(house.lab.db, { service_id: id, now: false, reason: null, created_at: START });
  expect(await written()).toEqual([]);
  await undo(id);
  expect(await written()).toEqual([]);
});

test('a trial sends none', async () => {
  await cancel(await server('web-1'));
  await composeNow(house.lab.db, { now: house.clock.now().getTime(), trial: true });
  expect(await written()).toEqual([]);
});

test('an end by staff has its own mail, and a suspended account is advised to contact support', async () => {
  const [one, two] = [await server('web-1'), await server('web-2')];
  await cancel(one);
  await cancel(two);
  await operator().run('suspendAccount', { account: me.email, reason: 'It sends spam.' });
  await operator().run('endService', { service: one, after: 24, reason: 'It sends spam.' });
  expect(await written()).toMatchObject([
    { data: { services: [{ name: 'web-2' }], isSuspended: true, page: expect.stringMatching(/\/support$/) } },
  ]);
});

test('a withdrawal names a service that staff has suspended, and one that nothing renews', async () => {
  const [one, two] = [await server('web-1'), await server('web-2', { auto_renew: false })];
  await operator().run('suspendService', { service: one, reason: 'It attacks others.' });
  await house.lab.db.deleteFrom('locks').execute();
  for (const id of [one, two]) await cancel(id);
  expect(await written()).toMatchObject([{ data: { services: [{ state: 'off' }, { state: 'runs' }] } }]);
  for (const id of [one, two]) await undo(id);
  expect(await written()).toMatchObject([
    {
      data: {
        services: [
          { name: 'web-1', state: 'paused' },
          { name: 'web-2', state: 'by-hand' },
        ],
      },
    },
  ]);
});

test('the mail waits for the end of an outage, which postpones the end of a service that is off', async () => {
  const id = await server('web-1');
  await recordHeartbeat(house.given.cx());
  await cancel(id, { now: true });
  const off = house.clock.now().getTime();
  house.setTime(new Date(off + days(3)));
  expect(await written()).toEqual([]);
  await recordHeartbeat(house.given.cx());
  const back = house.clock.now().getTime();
  const ends = back + house.settings.cancelGraceMs;
  expect(await written()).toMatchObject([{ data: { services: [{ state: 'off', ends }] } }]);
});
