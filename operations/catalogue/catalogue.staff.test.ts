import { parseCatalogue } from '@innkeeper/contract/catalogue/parse';
import { writeCatalogue } from '@innkeeper/contract/catalogue/write';
import { inTransaction } from '@innkeeper/db/transaction';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { operatorOf } from '@innkeeper/lab/operator';
import type { Catalogue } from '@innkeeper/model/catalogue/sections';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyCatalogue, diffCatalogue, exportCatalogue } from './apply.staff.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const parsed = (text: string): Catalogue => {
  const read = parseCatalogue(text);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.catalogue;
};
const exported = async () => writeCatalogue(await inTransaction(lab.db, (trx) => exportCatalogue(operatorOf(trx))));
const diff = async (text: string) =>
  (await inTransaction(lab.db, (trx) => diffCatalogue(operatorOf(trx), { catalogue: parsed(text) }))).changes;
const apply = async (text: string) =>
  (await inTransaction(lab.db, (trx) => applyCatalogue(operatorOf(trx), { catalogue: parsed(text) }))).changes;
const audited = () => lab.db.selectFrom('audit_log').select('id').where('action', '=', 'applyCatalogue').execute();

test('the shipped file equals the catalogue of a new installation', async () => {
  await expect(await exported()).toMatchFileSnapshot('../../catalogue.yaml');
});

test('exportCatalogue writes a file in which diffCatalogue and applyCatalogue find nothing to change', async () => {
  const text = await exported();
  expect(await diff(text)).toEqual([]);
  expect(await apply(text)).toEqual([]);
  expect(await audited()).toEqual([]);
});

test('a difference is described, applied with one audit line, and then gone', async () => {
  const before = await exported();
  const text = before
    .replace("price: '3.99'", "price: '4.49'")
    .replace('price: 3.99', 'price: 4.49')
    .replace(
      'promo_codes: []',
      'promo_codes:\n  - {code: SPRING20, percentage: 20, applies_to: both, plans: [nano], most_uses: 5}',
    )
    .replace(/ {2}- key: bandwidth\n(?: {4}.*\n)*/, '')
    .replace('percentage: 10', 'percentage: 12');
  const changes = [
    'Plan nano: price 3.99 -> 4.49 a month',
    'Addon bandwidth: off sale; existing services keep it',
    'Promo code SPRING20: new, percentage 20 %, applies to both, plans nano, most uses 5',
    'Affiliate terms: percentage 10 -> 12 %',
  ];
  expect((await diff(text)).filter((change) => !change.includes('place'))).toEqual(changes);
  await apply(text);
  expect(await diff(text)).toEqual([]);
  expect(await audited()).toHaveLength(1);
  expect(await exported()).toBe(writeCatalogue(parsed(text)));
  const kept = await lab.db.selectFrom('addon_products').select('disabled_at').where('key', '=', 'bandwidth').execute();
  expect(kept).toEqual([{ disabled_at: expect.any(Date) }]);
  await apply(before);
  expect(await exported()).toBe(before);
});

test('support hours and response targets are described, applied and exported', async () => {
  const before = await exported();
  const hours = 'support_hours:\n  time_zone: Europe/Vienna\n  saturday: 10:00-12:00\n  holidays:\n    - 2026-12-25\n';
  const text = before.replace('response_minutes: 60', 'response_minutes: 30') + hours;
  const [plan, calendar] = await diff(text);
  expect(plan).toBe('Support plan premium: response minutes 60 -> 30');
  expect(calendar).toMatch(
    /^Support hours: time zone none -> Europe\/Vienna, .*saturday none -> 10:00-12:00, holidays none -> 2026-12-25$/,
  );
  await apply(text);
  expect(await diff(text)).toEqual([]);
  expect(await exported()).toBe(text);
});

test.each([
  ['support_hours:\n  time_zone: Mars/Base\nplans: []', 'Must be the name of a time zone', 2],
  ['support_hours:\n  time_zone: UTC\n  monday: 9-17\nplans: []', 'Must be hours such as 09:00-17:00', 3],
  ['support_hours:\n  time_zone: UTC\n  holidays: [2026-02-30]\nplans: []', 'Must be a list of at most 400 dates', 3],
  [
    'plans: []\nsupport_hours: {time_zone: UTC, monday: closed, tuesday: closed, wednesday: closed, thursday: closed, friday: closed}',
    'Must be open on at least one day.',
    2,
  ],
  ['plans:\n\t- key: nano', 'Tabs are not allowed', 2],
  ['plans: []\naddons: [{key: a, kind: seats, name: A, price: 1}]', 'microsoft', 2],
  ['plans: []\nwrong: 1', 'This field is unknown. Known: plans, addons,', 2],
  ['plans: []\nseller: {country: DE, street: Hill 1}', 'This field is unknown. Known: name, address, city,', 2],
  ['plans:\n  - key: NANO\n    vcpus: many', 'Must be a whole number from 1 to 240.', 3],
])('refuses %j with its line', (text, sentence, line) => {
  const others = [
    'addons',
    'promo_codes',
    'floating_ip_plans',
    'support_plans',
    'support_departments',
    'payment_methods',
    'vat_rates',
  ];
  const all = others.map((section) => `${section}: []\n`).join('');
  const rest = text.includes('addons') ? all.replace('addons: []\n', '') : all;
  const read = parseCatalogue(`${text}\n${rest}`);
  if (!('errors' in read)) throw new Error('it was taken');
  expect(read.errors.some((error) => error.line === line && error.sentence.includes(sentence))).toBe(true);
});
