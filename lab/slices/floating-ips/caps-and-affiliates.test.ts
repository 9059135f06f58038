/** Tests that floating IPs count for spending caps and earn commission, like every service. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenAffiliate, givenReferred, settleNow } from '../../given-affiliates.ts';
import { openOperator } from '../../operator.ts';

let lab: Lab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openLab();
  await givenNode(lab.db);
});
beforeEach(async () => {
  me = await givenAccount(lab.db, { funds: 100_000n });
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  await lab.close();
});

const buy = (ipv4: number, by = me, query = {}) =>
  lab.call('purchaseFloatingIps', { body: { ipv4 }, query }, { token: by.token });
const total = async () => (await lab.call('listFloatingIps', {}, { token: me.token })).body.meta.total;

test('refuses a purchase that exceeds the monthly cap, with the same message as its dry run, and assigns no address', async () => {
  await openOperator({ db: lab.db }).run('setAccount', { account: me.email, monthly_cap: '5' });
  // The price is 2.40 each, with VAT.
  expect((await buy(2)).status).toBe(200);
  const refused = await buy(1);
  expect(refused).toMatchObject({ status: 422, body: { code: 'spending_cap' } });
  expect(await buy(1, me, { dry_run: 'true' })).toMatchObject({ status: 422, body: { message: refused.body.message } });
  expect(await total()).toBe(2);
});

test('pays commission to the referrer, except for refunded amounts', async () => {
  const affiliate = await givenAffiliate(lab.db);
  const referred = await givenReferred(lab.db, affiliate, { funds: 100_000n });
  const bought = await buy(3, referred);
  expect(bought.status).toBe(200);
  const conversions = async () => {
    await settleNow(lab.db);
    return (await lab.call('listAffiliateConversions', {}, affiliate)).body.data;
  };
  expect(await conversions()).toMatchObject([{ order_amount: 6, commission_amount: 0.6, status: 'pending' }]);
  const ids = bought.body.data.map(({ id }: { id: number }) => id);
  const cancelled = await lab.call('cancelFloatingIps', { body: { ids, now: true } }, { token: referred.token });
  expect(cancelled.status).toBe(200);
  expect((await conversions())[0].commission_amount).toBeLessThan(0.01);
});
