import { minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAffiliate, givenReferred } from '../../given-affiliates.ts';
import { givenPaidOrder, givenSeller, givenWaitingOrder, issueNow } from '../../given-invoices.ts';
import { givenSession } from '../../given-sessions.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ settings: { refusedCountries: ['AQ'] } });
});
afterAll(() => lab.close());

const update = (account: GivenAccount, body: object) => lab.call('updateUser', { body }, account);
const refused = (field: string, sentence: RegExp) => ({
  status: 422,
  body: { errors: { [field]: [expect.stringMatching(sentence)] } },
});
const countryId = async (code: string) =>
  (await lab.db.selectFrom('countries').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const depositedAgo = (account: GivenAccount, days: number) =>
  sql`alter table ledger_entries disable trigger user; update ledger_entries set created_at = now() - ${sql.raw(String(days))} * interval '1 day'
    where account_id = ${sql.raw(String(account.accountId))}; alter table ledger_entries enable trigger user`.execute(lab.db);

test('shows an account with all of its fields', async () => {
  const account = await givenAccount(lab.db);
  const { status, body } = await lab.call('getUser', {}, account);
  expect(status).toBe(200);
  const none = { tech_email: null, phone_number: null, city: null, address: null, postal_code: null, aff_hash: null };
  const noCompany = { company: false, company_name: null, company_address: null, company_number: null, vat_number: null };
  const country = { id: await countryId('AT'), code: 'AT', name: 'Austria', tax_rate: 1.2 };
  const choices = { language: 'en', '2fa_enabled': false, email_otp_enabled: false, newsletter: false, muted_mails: [] };
  expect(body).toEqual({
    ...{ name: 'Given', email: account.email, country, ...none, ...noCompany, ...choices },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  const affiliate = await givenAffiliate(lab.db);
  expect((await lab.call('getUser', {}, affiliate)).body.aff_hash).toBe(affiliate.code);
});

test('codes by email are a second factor: enabling or disabling them requires recent authentication', async () => {
  const account = await givenAccount(lab.db);
  const { headers } = await givenSession(lab.db, account, new Date(Date.now() - minutes(16)));
  const change = (body: object) => lab.call('updateUser', { body }, { headers });
  expect(await change({ email_otp_enabled: true })).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  // Clients send the complete form.
  expect(await change({ email_otp_enabled: false, language: 'de' })).toMatchObject({ status: 200, body: { language: 'de' } });
  expect((await update(account, { email_otp_enabled: true })).status).toBe(200);
});

test('mails are switched off and on by the user alone, and unknown or repeated ones are refused', async () => {
  const account = await givenAccount(lab.db);
  const changes = () =>
    lab.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'updateUser')
      .where('account_id', '=', account.accountId)
      .execute();
  const muted = async (muted_mails: unknown) => lab.call('updateUser', { body: { muted_mails } as never }, account);
  expect((await muted(['renewed', 'server-ready'])).body).toMatchObject({ muted_mails: ['server-ready', 'renewed'] });
  expect((await muted(['server-ready', 'renewed'])).status).toBe(200);
  expect(await changes()).toHaveLength(1);
  for (const wrong of [['order-waiting'], ['renewed', 'renewed'], 'renewed', Array.from({ length: 5 }, () => 'deposit')])
    expect((await muted(wrong)).status).toBe(422);
  expect((await lab.call('getUser', {}, account)).body.muted_mails).toEqual(['server-ready', 'renewed']);
  expect((await update(account, { city: 'Graz' })).body.muted_mails).toEqual(['server-ready', 'renewed']);
  expect((await muted([])).body.muted_mails).toEqual([]);
});

test('given fields change, an empty text clears, and the rest stays', async () => {
  const account = await givenAccount(lab.db);
  const given = {
    address: 'Ring 1',
    city: 'Vienna',
    postal_code: '1010',
    phone_number: '+43 1 2345',
    tech_email: 'ops@example.org',
  };
  const choices = { language: 'de', newsletter: true, email_otp_enabled: true };
  expect(await update(account, { ...given, ...choices })).toMatchObject({ status: 200, body: { ...given, ...choices } });
  const emptied = await update(account, { address: '', phone_number: '', tech_email: '', newsletter: null });
  const removed = { address: null, phone_number: null, tech_email: null };
  expect(emptied.body).toMatchObject({ ...given, ...choices, ...removed });
  expect((await lab.call('getUser', {}, account)).body).toEqual(emptied.body);
  expect(await update(account, {})).toMatchObject(refused('body', /./));
  const lines = lab.db.selectFrom('audit_log').select('details').where('account_id', '=', account.accountId);
  const changed = ['address', 'phone_number', 'tech_email'];
  expect((await lines.where('action', '=', 'updateUser').orderBy('id').execute()).at(-1)).toEqual({ details: { changed } });
});

test('preferences belong to the user, and billing details to the account', async () => {
  const [account, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  await lab.db
    .insertInto('memberships')
    .values({ account_id: account.accountId, user_id: other.userId, role: 'admin' })
    .execute();
  await lab.db.updateTable('access_tokens').set({ account_id: account.accountId }).where('id', '=', other.tokenId).execute();
  await update(other, { language: 'fr', city: 'Graz' });
  expect((await lab.call('getUser', {}, account)).body).toMatchObject({ email: account.email, language: 'en', city: 'Graz' });
  expect((await lab.call('getUser', {}, other)).body).toMatchObject({ email: other.email, language: 'fr', city: 'Graz' });
  // A member who may not pay has preferences, but cannot change billing details. The current role decides.
  await lab.db
    .updateTable('memberships')
    .set({ role: 'technical' })
    .where('user_id', '=', other.userId)
    .where('role', '=', 'admin')
    .execute();
  const refusal = {
    status: 403,
    body: { code: 'insufficient_role', message: expect.stringMatching(/technical.*owner, admin, billing/) },
  };
  const elsewhere = () => update(other, { city: `Linz ${performance.now()}` });
  await vi.waitFor(async () => expect(await elsewhere()).toMatchObject(refusal), { timeout: 20_000 });
  expect(await update(other, { tech_email: 'me@example.org' })).toMatchObject(refusal);
  const own = { language: 'de', muted_mails: ['server-ready'] };
  expect(await update(other, own)).toMatchObject({ status: 200, body: own });
  expect((await lab.call('getUser', {}, account)).body.muted_mails).toEqual([]);
});

test('the country cannot change once a company is set or an order was paid', async () => {
  const account = await givenAccount(lab.db);
  const [de, fr] = [await countryId('DE'), await countryId('FR')];
  expect(await update(account, { country_id: 999_999 })).toMatchObject(refused('country_id', /country does not exist/));
  expect((await update(account, { country_id: de, company: true, company_name: 'Example GmbH' })).body).toMatchObject({
    country: { code: 'DE', tax_rate: 1.19 },
    company: true,
  });
  expect(await update(account, { country_id: fr })).toMatchObject(refused('country_id', /cannot be changed/));
  // Sending the unchanged form again changes nothing.
  expect(await update(account, { country_id: de, company: true, city: 'Berlin' })).toMatchObject({ status: 200 });

  const buyer = await givenAccount(lab.db);
  await givenPaidOrder(lab.db, buyer);
  expect(await update(buyer, { country_id: fr, city: 'Paris' })).toMatchObject(refused('country_id', /cannot be changed/));
  expect((await lab.call('getUser', {}, buyer)).body.city).toBeNull();
});

test('a country that the host refuses cannot be chosen, and accounts there stay', async () => {
  const account = await givenAccount(lab.db);
  const aq = await countryId('AQ');
  expect(await update(account, { country_id: aq })).toMatchObject(refused('country_id', /not accepted/));
  const resident = await givenAccount(lab.db, { country: 'AQ' });
  expect(await update(resident, { country_id: aq, city: 'McMurdo' })).toMatchObject({ status: 200, body: { city: 'McMurdo' } });
});

test('a postal code with other VAT is frozen with the country', async () => {
  const account = await givenAccount(lab.db, { country: 'ES' });
  // Before the first order an address can still be corrected.
  expect((await update(account, { postal_code: '35001' })).body).toMatchObject({
    postal_code: '35001',
    country: { tax_rate: 1 },
  });
  expect((await update(account, { postal_code: '28001' })).body).toMatchObject({ country: { tax_rate: 1.21 } });
  await givenPaidOrder(lab.db, account);
  expect(await update(account, { postal_code: '35 001' })).toMatchObject(refused('postal_code', /other VAT/));
  expect(await update(account, { postal_code: '41001', city: 'Seville' })).toMatchObject({ status: 200 });

  const company = await givenAccount(lab.db, { country: 'DE' });
  expect(await update(company, { postal_code: '78266', company: true, company_name: 'Example GmbH' })).toMatchObject({
    status: 200,
  });
  for (const postal_code of ['10115', '', '27498'])
    expect(await update(company, { postal_code })).toMatchObject(refused('postal_code', /other VAT/));
  expect(await update(company, { postal_code: '78 266' })).toMatchObject({ status: 200 });
});

test('the company can change until the first paid order or within 5 days of the first deposit', async () => {
  const account = await givenAccount(lab.db, { funds: 100n });
  await depositedAgo(account, 30);
  expect((await update(account, { company: true, company_name: 'First' })).status).toBe(200);
  await givenPaidOrder(lab.db, account);
  for (const [field, value] of Object.entries({ company: false, company_name: 'Second', vat_number: 'ATU12345675' }))
    expect(await update(account, { [field]: value })).toMatchObject(refused(field, /first paid order/));
  expect((await update(account, { company_name: 'First', city: 'Graz' })).status).toBe(200);

  const lately = await givenAccount(lab.db);
  await givenPaidOrder(lab.db, lately);
  await depositedAgo(lately, 4);
  expect(await update(lately, { company: true, company_name: 'In time' })).toMatchObject({ status: 200 });
});

test('a VAT number is normalized, checked for its format, verified once, and removed with the company', async () => {
  const account = await givenAccount(lab.db);
  const checks = () => lab.db.selectFrom('vat_checks').selectAll().where('account_id', '=', account.accountId).execute();
  expect(await update(account, { vat_number: 'ATU12345675' })).toMatchObject(refused('vat_number', /Only a company/));
  expect(await update(account, { company_name: 'Example' })).toMatchObject(refused('company_name', /Only a company/));
  const company = { company: true, company_name: 'Example GmbH', company_number: 'FN 1' };
  expect(await update(account, { ...company, vat_number: 'DE123456789' })).toMatchObject(refused('vat_number', /begin with AT/));
  expect(await update(account, { ...company, vat_number: '12345' })).toMatchObject(refused('vat_number', /Must be a VAT number/));
  expect(await checks()).toEqual([]);
  for (let i = 0; i < 2; i += 1)
    expect((await update(account, { ...company, vat_number: 'atu 1234 5675' })).body).toMatchObject({
      vat_number: 'ATU12345675',
    });
  expect(await checks()).toMatchObject([{ vat_number: 'ATU12345675', verdict: 'unknown', next_try_at: expect.any(Date) }]);
  expect((await update(account, { company: false })).body).toMatchObject({
    ...{ company: false, company_name: null, company_number: null, vat_number: null },
  });
});

test("a referral code can be set once, in time, and cannot be the account's own", async () => {
  const [affiliate, other] = [await givenAffiliate(lab.db), await givenAffiliate(lab.db)];
  const account = await givenAccount(lab.db);
  const give = (who: GivenAccount, referral_code: string) => update(who, { referral_code });
  expect(await give(account, 'nobody-has-it')).toMatchObject(refused('referral_code', /does not exist/));
  expect(await give(affiliate, affiliate.code)).toMatchObject(refused('referral_code', /your own/));
  expect((await give(account, affiliate.code)).status).toBe(200);
  expect((await give(account, affiliate.code.toUpperCase())).status).toBe(200);
  expect(await give(account, other.code)).toMatchObject(refused('referral_code', /already/));
  // This affiliate belongs to an account that `other` has referred, so it cannot refer `other`.
  const brought = await givenReferred(lab.db, other);
  const circle = await givenAffiliate(lab.db, { account: brought });
  expect(await give(other, circle.code)).toMatchObject(refused('referral_code', /this account has referred/));

  const late = await givenAccount(lab.db);
  await lab.db
    .updateTable('accounts')
    .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', late.accountId)
    .execute();
  await givenPaidOrder(lab.db, late);
  expect(await give(late, affiliate.code)).toMatchObject(refused('referral_code', /period .* has ended/));
});

test('a new name or address that no font of invoices shows is refused; an old one stays, and its owner still pays', async () => {
  const account = await givenAccount(lab.db, { funds: 10_000n });
  const shown = { company: true, company_name: 'شركة النور', address: 'Ulica Krótka 5', city: 'תל אביב' };
  expect(await update(account, shown)).toMatchObject({ status: 200, body: shown });
  expect(await update(account, { company_name: 'Ship 🚀 it' })).toMatchObject(refused('company_name', /cannot show 🚀\. /));
  expect(await update(account, { city: '東京' })).toMatchObject(refused('city', /cannot show 東 京\. /));
  const old = { company_name: '王小明', city: '東京' };
  await lab.db.updateTable('accounts').set(old).where('id', '=', account.accountId).execute();
  // Clients send the complete form.
  expect(await update(account, { ...old, address: 'Krótka 6' })).toMatchObject({
    status: 200,
    body: { ...old, address: 'Krótka 6' },
  });
  await givenSeller(lab.db);
  const order = await givenWaitingOrder(lab.db, { accountId: account.accountId, nets: [399n] });
  expect(await lab.call('payOrders', { body: { order_ids: [order], payment_method: 'balance' } }, account)).toMatchObject({
    status: 200,
  });
  await issueNow(lab.db);
  const { document } = await lab.db
    .selectFrom('invoices')
    .select('document')
    .where('account_id', '=', account.accountId)
    .where('type', '=', 'original')
    .executeTakeFirstOrThrow();
  expect(document).toMatchObject({ buyer: { name: '王小明', city: '東京' } });
});

test('on a host with the fonts, Chinese, Japanese and Korean names are accepted', async () => {
  const other = await openLab({ settings: { hasCjkFonts: true } });
  try {
    const account = await givenAccount(other.db);
    const names = { company: true, company_name: 'さくらインターネット株式会社', city: '東京' };
    expect(await other.call('updateUser', { body: names }, account)).toMatchObject({ status: 200, body: names });
  } finally {
    await other.close();
  }
});

test('an update with one refused field changes none', async () => {
  const account = await givenAccount(lab.db);
  expect(await update(account, { city: 'Linz', language: 'de', referral_code: 'nobody-has-it' })).toMatchObject({ status: 422 });
  expect((await lab.call('getUser', {}, account)).body).toMatchObject({ city: null, language: 'en' });
});
