/** Tests that mails about renewals advise the members of a suspended account no act that they may not do. */
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { mailsOf } from '../../given-mails.ts';
import { givenMember } from '../../given-members.ts';
import { givenSavedCard } from '../../given-payments.ts';
import { openOperator } from '../../operator.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

const before = (ms: number) => new Date(EXPIRY.getTime() - ms);
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(before(days(7)));
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  await house.lab.db.updateTable('services').set({ auto_renew: false }).execute();
  house.setTime(before(days(7)));
  me = await givenAccount(house.lab.db);
});

const run = (verb: 'suspendAccount' | 'resumeAccount') => {
  const operator = openOperator({ db: house.lab.db, clock: house.clock });
  return verb === 'suspendAccount'
    ? operator.run(verb, { account: me.email, reason: 'It sends spam.' })
    : operator.run(verb, { account: me.email });
};
const resumedMails = async () =>
  (await mailsOf(house.lab.db, me)).filter(({ template }) => template === 'account-resumed').map(({ data }) => data);
const SUSPENDED = { pay: null, isSuspended: true, page: expect.stringMatching(/\/support$/) };

test('the request and the reminder to pay name the order, the suspension and support, and no payment', async () => {
  await house.given.server(me.accountId, { hostname: 'web-1', renew_price: 1000n });
  await run('suspendAccount');
  await house.given.renew();
  const order = (await house.given.orders(me.accountId)).at(-1)?.id;
  const mail = { template: 'renewal-due', data: { debts: [{ order, amount: '12.00 EUR' }], ...SUSPENDED } };
  expect(await house.written(me)).toMatchObject([mail]);
  house.setTime(before(days(3)));
  expect(await house.written(me, 'remind')).toMatchObject([mail]);
  await run('resumeAccount');
  house.setTime(before(days(1)));
  const [resumed, ...others] = await house.written(me, 'remind');
  expect(others).toEqual([]);
  expect(resumed).toMatchObject({ data: { debts: [{ order }], pay: { by: 'transfer' } } });
  expect(resumed?.data).not.toHaveProperty('isSuspended');
});

test('the reminder of a service without automatic renewal does not advise to renew by hand', async () => {
  await house.given.server(me.accountId, { hostname: 'by-hand', auto_renew: false });
  await run('suspendAccount');
  expect(await house.written(me, 'remind')).toMatchObject([
    { template: 'renewal-due', data: { services: [{ name: 'by-hand' }], debts: [], ...SUSPENDED } },
  ]);
});

test('the end of the suspension names the orders that wait, and how they are paid, to those who read about money', async () => {
  await givenMember(house.lab.db, { accountId: me.accountId, role: 'billing' });
  const technical = await givenMember(house.lab.db, { accountId: me.accountId, role: 'technical' });
  await house.given.server(me.accountId, { hostname: 'web-1', renew_price: 1000n });
  await house.given.renew();
  await house.written(me);
  await run('suspendAccount');
  await run('resumeAccount');
  const [first] = await house.given.orders(me.accountId);
  const none = { account: me.accountId, names: [], more: 0 };
  const debts = [{ order: first?.id, amount: '12.00 EUR' }];
  const page = expect.stringMatching(new RegExp(`/orders/${first?.id}$`));
  const named = { ...none, debts, moreDebts: 0, pay: expect.objectContaining({ by: 'transfer' }), page };
  const { user_id } = await house.lab.db
    .selectFrom('memberships')
    .select('user_id')
    .where('id', '=', technical)
    .executeTakeFirstOrThrow();
  const mails = await house.lab.db
    .selectFrom('mails')
    .select(['user_id', 'data'])
    .where('account_id', '=', me.accountId)
    .where('template', '=', 'account-resumed')
    .orderBy('id')
    .execute();
  expect(mails.filter((mail) => mail.user_id !== user_id).map(({ data }) => data)).toEqual([named, named]);
  expect(mails.filter((mail) => mail.user_id === user_id).map(({ data }) => data)).toEqual([
    { ...none, page: expect.stringMatching(/\/support$/) },
  ]);
});

test('several orders that wait name the balance, and a renewal that staff ends is left out', async () => {
  await house.given.server(me.accountId, { hostname: 'web-1', renew_price: 1000n });
  await house.given.renew();
  const ending = await house.given.server(me.accountId, { hostname: 'web-2', renew_price: 2000n });
  await house.given.renew();
  await run('suspendAccount');
  house.setTime(new Date(house.clock.now().getTime() + 1000));
  await run('resumeAccount');
  expect((await resumedMails()).at(-1)).toMatchObject({
    debts: [{ amount: '12.00 EUR' }, { amount: '24.00 EUR' }],
    pay: { by: 'balance', missing: '36.00 EUR' },
    page: expect.stringMatching(/\/orders$/),
  });
  await house.lab.db.updateTable('services').set({ staff_ends_at: EXPIRY }).where('id', '=', ending).execute();
  await run('suspendAccount');
  house.setTime(new Date(house.clock.now().getTime() + 1000));
  await run('resumeAccount');
  expect((await resumedMails()).at(-1)).toMatchObject({ debts: [{ amount: '12.00 EUR' }] });
});

test('an order that a card is charged for is named without a request to pay it', async () => {
  await givenSavedCard(house.lab.db, me);
  await house.given.server(me.accountId, { hostname: 'web-1', renew_price: 1000n });
  await house.given.renew();
  await run('suspendAccount');
  await run('resumeAccount');
  expect(await resumedMails()).toMatchObject([{ debts: [{ amount: '12.00 EUR' }], isCharged: true, pay: { by: 'card' } }]);
});

test('a home that takes no real money asks for none at the end of the suspension', async () => {
  await house.given.server(me.accountId, { hostname: 'web-1', renew_price: 1000n });
  await house.given.renew();
  await run('suspendAccount');
  const settings = { hasTrialPayments: true };
  await openOperator({ db: house.lab.db, clock: house.clock, settings }).run('resumeAccount', { account: me.email });
  const mails = await resumedMails();
  expect(mails).toHaveLength(1);
  expect(mails[0]).not.toHaveProperty('debts');
});
