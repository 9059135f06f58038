/** Tests that mails about renewals advise the members of a suspended account no act that they may not do. */
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
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
