import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { givenAccount } from '../../given.ts';
import { givenAffiliate, givenReferred, settleNow } from '../../given-affiliates.ts';
import { givenPaidOrder } from '../../given-invoices.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());
afterAll(() => expectBooksClean(lab.db));

const DAY_MS = 86_400_000;
const at = (days: number) => ({ now: () => new Date(Date.now() + days * DAY_MS) });

test('returns 404 until the affiliate program is activated, which is possible once', async () => {
  const account = await givenAccount(lab.db);
  for (const name of ['getAffiliate', 'listAffiliateConversions', 'listAffiliatePayouts'] as const)
    expect(await lab.call(name, {}, account)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const code = { body: { referral_code: 'harbour-7' } };
  expect(await lab.call('updateReferralCode', code, account)).toMatchObject({ status: 404 });
  const { status, body } = await lab.call('activateAffiliate', {}, account);
  expect(status).toBe(201);
  expect(body).toEqual({
    referral_code: expect.stringMatching(/^[a-z2-9]{10}$/),
    referral_url: `https://www.example.com/?ref=${body.referral_code}`,
    ...{ referrals_turnover: 0, commission: 10, estimated_earnings: 0, all_time_earnings: 0, next_payout_in_days: 30 },
  });
  expect(await lab.call('getAffiliate', {}, account)).toMatchObject({ status: 200, body });
  expect(await lab.call('activateAffiliate', {}, account)).toMatchObject({
    status: 422,
    body: { code: 'wrong_state', errors: {} },
  });
});

test('referral codes are unique regardless of case, and a former code stays reserved for its account', async () => {
  const [one, other] = [await givenAffiliate(lab.db), await givenAffiliate(lab.db)];
  const choose = (account: typeof one, referral_code: string) =>
    lab.call('updateReferralCode', { body: { referral_code } }, account);
  expect(await choose(one, 'Harbour_7')).toMatchObject({ status: 200, body: { referral_code: 'Harbour_7' } });
  expect(await choose(one, 'harbour-8')).toMatchObject({ status: 200 });
  expect(await choose(other, 'HARBOUR_7')).toMatchObject({
    status: 422,
    body: { errors: { referral_code: ['This code is already taken. Choose another code.'] } },
  });
  expect(await choose(one, 'HARBOUR_7')).toMatchObject({ status: 200, body: { referral_code: 'HARBOUR_7' } });
  expect((await lab.call('getAffiliate', {}, one)).body.referral_code).toBe('HARBOUR_7');
  for (const bad of ['abcd', 'a'.repeat(21), 'with space', 'ümlaut'])
    expect(await choose(one, bad)).toMatchObject({ status: 422, body: { errors: { referral_code: [expect.any(String)] } } });
});

test('an account has at most twenty codes and can return to each of them', async () => {
  const account = await givenAffiliate(lab.db);
  const choose = (referral_code: string) => lab.call('updateReferralCode', { body: { referral_code } }, account);
  for (let n = 1; n < 20; n += 1) expect((await choose(`many-${account.accountId}-${n}`)).status).toBe(200);
  expect(await choose('one-too-many')).toMatchObject({
    status: 422,
    body: { errors: { referral_code: [expect.stringMatching(/20/)] } },
  });
  expect((await choose(account.code)).status).toBe(200);
});

test('lists conversions, earnings and payouts', async () => {
  const affiliate = await givenAffiliate(lab.db);
  const referred = await givenReferred(lab.db, affiliate);
  await givenPaidOrder(lab.db, { accountId: referred.accountId, nets: [10_000n, 5_000n] });
  await givenPaidOrder(lab.db, { accountId: referred.accountId, nets: [99n] });
  await settleNow(lab.db);
  const conversions = async () => (await lab.call('listAffiliateConversions', {}, affiliate)).body;
  expect(await conversions()).toMatchObject({
    data: [
      { id: expect.any(Number), created_at: expect.any(String), order_amount: 0.99, commission_amount: 0.09, status: 'pending' },
      { order_amount: 150, commission_amount: 15, status: 'pending' },
    ],
    meta: { total: 2 },
  });
  expect((await lab.call('getAffiliate', {}, affiliate)).body).toMatchObject({
    ...{ referrals_turnover: 150.99, estimated_earnings: 15.09, all_time_earnings: 0, next_payout_in_days: 30 },
  });
  await settleNow(lab.db, at(31));
  expect((await conversions()).data).toMatchObject([{ status: 'paid' }, { status: 'paid' }]);
  const { body } = await lab.call('listAffiliatePayouts', { query: { per_page: 1 } }, affiliate);
  expect(body).toMatchObject({ data: [{ amount: 15.09, status: 'paid', paid_at: expect.any(String) }], meta: { total: 1 } });
  expect((await lab.call('getAffiliate', {}, affiliate)).body).toMatchObject({ estimated_earnings: 0, all_time_earnings: 15.09 });
  const { data } = (await lab.call('listBalanceTransactions', {}, affiliate)).body;
  expect(data).toMatchObject([{ amount_with_vat: 15.09, order_id: null, description: 'Affiliate commission' }]);
});

test('no affiliate sees the earnings of another', async () => {
  const [one, other] = [await givenAffiliate(lab.db), await givenAffiliate(lab.db)];
  await givenPaidOrder(lab.db, { accountId: (await givenReferred(lab.db, one)).accountId });
  await settleNow(lab.db);
  expect((await lab.call('listAffiliateConversions', {}, other)).body).toMatchObject({ data: [], meta: { total: 0 } });
});

test('an affiliate whose account is about to close earns nothing more, and is paid out whatever the amount', async () => {
  const affiliate = await givenAffiliate(lab.db);
  const { accountId } = await givenReferred(lab.db, affiliate);
  await givenPaidOrder(lab.db, { accountId, nets: [1_00n] });
  await settleNow(lab.db);
  const owed = async () => (await lab.call('getAccountClosure', {}, affiliate)).body.obstacles;
  expect(await owed()).toEqual([{ code: 'affiliate_earnings', count: 10 }]);
  expect((await lab.call('createAccountClosure', { body: { email: affiliate.email } }, affiliate)).status).toBe(201);
  await givenPaidOrder(lab.db, { accountId, nets: [100_00n] });
  await settleNow(lab.db, at(1));
  expect(await owed()).toEqual([{ code: 'affiliate_earnings', count: 10 }]);
  await settleNow(lab.db, at(61));
  expect(await owed()).toEqual([{ code: 'balance', count: 10 }]);
});
