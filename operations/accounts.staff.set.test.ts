import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenAffiliate } from '@innkeeper/lab/given-affiliates';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
  me = await givenAccount(lab.db, { country: 'DE' });
});
afterAll(() => lab.close());

test('setAccount refuses invalid billing data at its field, and an empty text clears a value', async () => {
  const refused = async (input: object, sentence: string) =>
    expect(operator.run('setAccount', { account: me.email, ...input })).rejects.toThrow(sentence);
  await refused({}, 'Name at least one change.');
  await refused({ country: 'XX' }, 'not in the catalogue');
  await refused({ vat_number: 'DE136695976' }, 'Only a company can have a VAT number. Set company first.');
  await refused({ company: true, vat_number: 'FR40303265045' }, 'begin with DE');
  await refused({ company: true, vat_number: '136695976' }, 'with the letters of its country');
  await refused({ company: true, vat_number: `DE${'1'.repeat(28)}` }, 'with the letters of its country');
  await refused({ company: true, country: 'GR', vat_number: 'GR094259216' }, 'begin with EL');
  await refused({ city: 'a\nb' }, 'one line');
  await refused({ name: 'ኢትዮ' }, 'Invoices cannot show ኢ ት ዮ.');
  const created = { email: 'new@example.net', name: '🚀', country: 'DE' };
  await expect(operator.run('createAccount', created)).rejects.toThrow('Invoices cannot show 🚀.');
  const { billing } = await operator.run('setAccount', { account: me.email, company: true, company_name: 'X', city: 'Bonn' });
  expect(billing).toMatchObject({ company: true, company_name: 'X', city: 'Bonn', vat_number: null, vat_check: null });
  expect((await operator.run('setAccount', { account: me.email, city: '', company: false })).billing).toMatchObject({
    ...{ city: null, company: false, company_name: null },
  });
});

test('setAccount has a new VAT number verified, except one from outside of the EU', async () => {
  const set = (input: object) => operator.run('setAccount', { account: me.email, company: true, ...input });
  expect((await set({ vat_number: 'de 136.695-976' })).billing).toMatchObject({
    ...{ vat_number: 'DE136695976', vat_check: { verdict: 'unknown', error: null } },
    vat: { country: 'DE', rate: 19, rule: 'domestic', pending: false },
  });
  expect((await set({ country: 'CH', vat_number: 'CHE-123.456.788' })).billing).toMatchObject({
    ...{ vat_number: 'CHE123456788', vat_check: null, vat: { country: 'CH', rate: 0, rule: 'outside-eu', pending: false } },
  });
  const audit = await lab.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'setAccount')
    .orderBy('id', 'desc')
    .execute();
  expect(audit[0]?.details).toEqual({ company: true, country: 'CH', vat_number: 'CHE-123.456.788' });
});

test('a referral code can be set at the creation of an account, or once at any later time', async () => {
  const affiliate = await givenAffiliate(lab.db);
  const created = await operator.run('createAccount', { email: 'new@example.org', referral_code: affiliate.code.toUpperCase() });
  const later = await givenAccount(lab.db);
  await operator.run('setAccount', { account: later.email, referral_code: affiliate.code });
  const referrals = lab.db.selectFrom('referrals').select('account_id').where('affiliate_id', '=', affiliate.accountId);
  expect(await referrals.orderBy('account_id').execute()).toEqual(
    [later.accountId, created.id].toSorted((a, b) => a - b).map((account_id) => ({ account_id })),
  );
  await expect(operator.run('setAccount', { account: later.email, referral_code: affiliate.code })).rejects.toThrow('already');
  await expect(operator.run('createAccount', { email: 'other@example.org', referral_code: 'nobodys' })).rejects.toThrow(
    'does not exist',
  );
});
