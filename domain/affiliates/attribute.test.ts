import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenAffiliate, givenReferred } from '@innkeeper/lab/given-affiliates';
import { asMutation } from '@innkeeper/lab/given-cx';
import { givenPaidOrder } from '@innkeeper/lab/given-invoices';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attributeReferral } from './attribute.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 10 });
});
afterAll(() => lab.close());

const attribute = (account: GivenAccount, code: string, later: { days?: number; late?: boolean } = {}) => {
  const clock = { now: () => new Date(Date.now() + days(later.days ?? 0)) };
  return asMutation(lab.db, account, (cx) => attributeReferral(cx, account.accountId, code, later), { clock });
};
const refused = (reason: RegExp) => ({
  code: 'validation',
  details: { errors: { referral_code: [expect.stringMatching(reason)] } },
});
const broughtBy = async ({ accountId }: GivenAccount) =>
  (await lab.db.selectFrom('referrals').select('affiliate_id').where('account_id', '=', accountId).executeTakeFirst())
    ?.affiliate_id;

it('is possible once, by the code in any case', async () => {
  const [affiliate, other, account] = [await givenAffiliate(lab.db), await givenAffiliate(lab.db), await givenAccount(lab.db)];
  await attribute(account, affiliate.code.toUpperCase());
  expect(await broughtBy(account)).toBe(affiliate.accountId);
  await expect(attribute(account, other.code)).rejects.toMatchObject(refused(/already/));
  expect(await broughtBy(account)).toBe(affiliate.accountId);
});

it('refuses an unknown code', async () => {
  await expect(attribute(await givenAccount(lab.db), 'nobodys-code')).rejects.toMatchObject(refused(/does not exist/));
});

it('must be by somebody else: not the account itself, nor its users in another account', async () => {
  const affiliate = await givenAffiliate(lab.db);
  await expect(attribute(affiliate, affiliate.code)).rejects.toMatchObject(refused(/your own/));
  const member = await givenAccount(lab.db);
  await lab.db
    .insertInto('memberships')
    .values({ account_id: member.accountId, user_id: affiliate.userId, role: 'admin' })
    .execute();
  await expect(attribute(member, affiliate.code)).rejects.toMatchObject(refused(/your own/));
  const tagged = await givenAccount(lab.db);
  await lab.db
    .updateTable('users')
    .set({ email: affiliate.email.replace('@', '+2@') })
    .where('id', '=', tagged.userId)
    .execute();
  await expect(attribute(tagged, affiliate.code)).rejects.toMatchObject(refused(/your own/));
  const company = await givenAccount(lab.db);
  const both = [company.accountId, affiliate.accountId];
  await lab.db.updateTable('accounts').set({ vat_number: 'ATU12345678' }).where('id', 'in', both).execute();
  await expect(attribute(company, affiliate.code)).rejects.toMatchObject(refused(/your own/));
});

it('refuses cycles, of two or more', async () => {
  const first = await givenAffiliate(lab.db);
  const chain = [first];
  for (let n = 0; n < 3; n += 1) {
    const next = await givenAffiliate(lab.db);
    await attribute(next, chain[n]?.code ?? '');
    chain.push(next);
  }
  for (const { code } of chain.slice(1))
    await expect(attribute(first, code)).rejects.toMatchObject(refused(/this account has referred/));
});

it('refuses cycles by concurrent referrals', async () => {
  const [one, other] = [await givenAffiliate(lab.db), await givenAffiliate(lab.db)];
  const outcomes = await Promise.allSettled([attribute(one, other.code), attribute(other, one.code)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it('is possible within the days of the terms and before the first paid order, or by the operator', async () => {
  const { code } = await givenAffiliate(lab.db);
  const [early, unpaid, late] = [await givenAccount(lab.db), await givenAccount(lab.db), await givenAccount(lab.db)];
  await givenPaidOrder(lab.db, early);
  await attribute(early, code, { days: 29 });
  await attribute(unpaid, code, { days: 400 });
  await givenPaidOrder(lab.db, late);
  await expect(attribute(late, code, { days: 31 })).rejects.toMatchObject(refused(/has ended/));
  await attribute(late, code, { days: 31, late: true });
});

it('is permanent: rows of referrals cannot change', async () => {
  const account = await givenReferred(lab.db, await givenAffiliate(lab.db));
  await expect(lab.db.deleteFrom('referrals').where('account_id', '=', account.accountId).execute()).rejects.toThrow(
    'append-only',
  );
});
