/** Tests that mails about renewals tell what is about to happen: charges that begin, ends before the next charge, and ends of addons. */
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { mailsOf } from '../../given-mails.ts';
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
const lastOrder = async () => (await house.given.orders(me.accountId)).at(-1) as { id: number };

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
