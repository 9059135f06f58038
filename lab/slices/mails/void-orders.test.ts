/** Tests that each unpaid order which an end by staff voids is told once, also if the end is undone before its mail. */
import { composeMails } from '@innkeeper/jobs/compose-mails';
import type { MailData } from '@innkeeper/model/mail/templates';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { mailsOf } from '../../given-mails.ts';
import { givenMember, userOfMember } from '../../given-members.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

const NOW = new Date('2027-02-21T00:00:00Z');
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let operator: Operator;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(NOW);
  operator = openOperator({ db: house.lab.db, clock: house.clock });
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  house.setTime(NOW);
  me = await givenAccount(db());
});

const db = () => house.lab.db;
const call = (operation: Parameters<typeof house.lab.call>[0], input: object = {}) =>
  house.lab.call(operation, input, { token: me.token });
const end = (service: number) => operator.run('endService', { service, after: 24, reason: 'It sends spam.' });
const keep = (service: number) => operator.run('keepService', { service, reason: 'A mistake.' });
const waitingFacts = () => db().selectFrom('mails_due').select('kind').where('account_id', '=', me.accountId).execute();

/** Adds a server without a machine, which no workflow locks. */
async function server(): Promise<number> {
  const id = await house.given.server(me.accountId, { renew_price: 1000n, auto_renew: false });
  await db().updateTable('server_details').set({ power: 'absent' }).where('id', '=', id).execute();
  return id;
}

/** Orders the renewal of servers as their owner. Returns the id of the order. */
async function renew(...ids: number[]): Promise<number> {
  const body = { server_ids: ids, billing_cycle: 1, auto_pay: false };
  const answer = await call('renewServers', { body });
  expect([answer.status, answer.body.status]).toEqual([201, 'awaiting_payment']);
  expect((await call('payOrders', { body: { order_ids: [answer.body.id], payment_method: 'bank' } })).status).toBe(200);
  return answer.body.id;
}

/** Writes the mails of the next four minutes. Returns those of the account. */
async function written() {
  const before = (await mailsOf(db(), me)).length;
  for (let n = 0; n < 2; n += 1) await house.written(me);
  return (await mailsOf(db(), me)).slice(before);
}

/** Asks for the payment of the renewal of a server. */
async function asked() {
  const service = await server();
  const order = await renew(service);
  expect(await written()).toMatchObject([{ template: 'order-waiting', data: { order } }]);
  return { service, order };
}

const isVoid = (template: string): boolean => template === 'order-void' || template === 'service-ending';
/** Returns the orders that mails about void orders and about ends name. */
const namedIn = (mails: Awaited<ReturnType<typeof written>>): number[] =>
  mails.flatMap(({ template, data }) =>
    template === 'service-ending' ? (data.orders ?? []) : template === 'order-void' ? data.order : [],
  );

test('an asked order whose end is undone within the minute is told as void, once, to those who pay', async () => {
  const billing = await userOfMember(db(), await givenMember(db(), { accountId: me.accountId, role: 'billing' }));
  await givenMember(db(), { accountId: me.accountId, role: 'technical' });
  const service = await server();
  const order = await renew(service);
  await written();
  await end(service);
  await keep(service);
  const mails = await written();
  expect(mails.map(({ template }) => template)).toEqual(['order-void', 'order-void']);
  expect(mails.map(({ address }) => address).toSorted()).toEqual([me.email, billing.email].toSorted());
  expect(mails[0]).toMatchObject({
    data: { order, gross: '12.00 EUR', lines: [{}], failure: null, isEnding: false, isOrderable: true },
    attachments: [],
  });
  expect(await waitingFacts()).toEqual([]);
  await end(service);
  expect(namedIn(await written())).toEqual([]);
});

test('an order that no mail asked for is not told as void', async () => {
  const service = await server();
  const unasked = await renew(service);
  await end(service);
  await keep(service);
  expect(await db().selectFrom('orders').select('status').where('id', '=', unasked).execute()).toEqual([{ status: 'cancelled' }]);
  expect(await written()).toEqual([]);
  expect(await waitingFacts()).toEqual([]);
});

test('an order of a suspended account that is kept is told without the advice to order again', async () => {
  const { service, order } = await asked();
  await operator.run('endAccount', { account: me.email, after: 24, reason: 'It sends spam.' });
  await keep(service);
  expect(await written()).toMatchObject([
    { template: 'account-suspended' },
    { template: 'order-void', data: { order, isEnding: false, isOrderable: false } },
  ]);
});

test('the mail about an end that stands names the order, and no other mail does', async () => {
  const { service, order } = await asked();
  await end(service);
  expect((await written()).map(({ template, data }) => [template, (data as MailData['service-ending']).orders])).toEqual([
    ['service-ending', [order]],
  ]);
  expect(await waitingFacts()).toEqual([]);
  await keep(service);
  expect((await written()).map(({ template }) => template)).toEqual(['service-kept']);
});

test('an order whose service has ended before the mail is told as void', async () => {
  const { service, order } = await asked();
  await end(service);
  const ended = { status: 'terminated', ended_at: house.clock.now() } as const;
  await db().updateTable('server_details').set({ holds_capacity: false }).where('id', '=', service).execute();
  await db().updateTable('services').set(ended).where('id', '=', service).execute();
  expect(await written()).toMatchObject([{ template: 'order-void', data: { order, isEnding: true, isOrderable: false } }]);
});

test('a later end tells nothing of an order that was told, whose mail was purged, or that was void before facts existed', async () => {
  const { service, order } = await asked();
  await end(service);
  expect(namedIn(await written())).toEqual([order]);
  await keep(service);
  await written();
  await db().deleteFrom('mails').where('account_id', '=', me.accountId).execute();
  await end(service);
  expect(namedIn(await written())).toEqual([]);
  const old = await asked();
  await end(old.service);
  await db().deleteFrom('mails_due').where('account_id', '=', me.accountId).execute();
  await keep(old.service);
  await written();
  await end(old.service);
  const mails = await written();
  expect(mails.map(({ template }) => template)).toEqual(['service-ending']);
  expect(namedIn(mails)).toEqual([]);
});

test('two workers beside a keep tell each order once', async () => {
  for (let round = 0; round < 4; round += 1) {
    house.setTime(new Date(NOW.getTime() + days(round) / 24));
    const { service, order } = await asked();
    await end(service);
    house.setTime(new Date(house.clock.now().getTime() + minutes(3)));
    const before = (await mailsOf(db(), me)).length;
    const compose = () => composeMails(house.given.cx());
    await Promise.all([compose(), round % 2 === 0 ? keep(service) : compose(), compose()]);
    await written();
    const mails = (await mailsOf(db(), me)).slice(before).filter(({ template }) => isVoid(template));
    expect(namedIn(mails)).toEqual([order]);
  }
});
