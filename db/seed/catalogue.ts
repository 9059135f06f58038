/** Seeds a new installation. Existing rows keep the operator's changes. */
import type { Insertable, Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { RATE_CHANGES, RATES } from './countries.ts';
import { COUNTRY_NAMES } from './country-names.gen.ts';
import { ADDONS, AFFILIATE_TERMS, FLOATING_IP_PLANS, PAYMENT_METHODS, SUPPORT_DEPARTMENTS, SUPPORT_PLANS } from './offers.ts';
import { PLANS } from './plans.ts';

/** A time before the first sale. */
const ALWAYS = new Date('2000-01-01T00:00:00Z');

const IMAGE_GROUPS: readonly Insertable<Database['image_groups']>[] = [
  { key: 'tiny', name: 'Tiny', type: 'os', icon: 'tiny', position: 1 },
  { key: 'debian', name: 'Debian', type: 'os', icon: 'debian', position: 2 },
];

/** Inserts countries, plans and image groups that are missing by key. `registerImage` adds images, and `addPool` adds addresses. */
export async function seedCatalogue(trx: Transaction<Database>): Promise<void> {
  await seedCountries(trx);
  await seedRates(trx);
  await trx
    .insertInto('plans')
    .values([...PLANS])
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  await trx
    .insertInto('image_groups')
    .values([...IMAGE_GROUPS])
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  await seedOffers(trx);
}

/** Inserts missing countries. It reads the existing ones first, because each refused insert would use up an id at every start. */
async function seedCountries(trx: Transaction<Database>): Promise<void> {
  const existing = new Set((await trx.selectFrom('countries').select('code').execute()).map(({ code }) => code));
  const missing = COUNTRY_NAMES.filter(([code]) => !existing.has(code)).map(([code, name]) => ({ code, name }));
  if (missing.length === 0) return;
  await trx
    .insertInto('countries')
    .values(missing)
    .onConflict((oc) => oc.column('code').doNothing())
    .execute();
}

/** Inserts the VAT rates of countries that have none. */
async function seedRates(trx: Transaction<Database>): Promise<void> {
  const countriesWithoutRate = await trx
    .selectFrom('countries as c')
    .select(['c.id', 'c.code'])
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('vat_rates as r').whereRef('r.country_id', '=', 'c.id'))))
    .execute();
  const rates = countriesWithoutRate.flatMap(({ id: country_id, code }) =>
    ratesOf(code).map((rate) => ({ country_id, ...rate })),
  );
  if (rates.length > 0) await trx.insertInto('vat_rates').values(rates).execute();
}

function ratesOf(code: string): { rate_bp: number; valid_from: Date }[] {
  const rate_bp = RATES[code];
  if (rate_bp === undefined) return [];
  const change = RATE_CHANGES[code];
  if (!change) return [{ rate_bp, valid_from: ALWAYS }];
  return [
    { rate_bp: change.before, valid_from: ALWAYS },
    { rate_bp, valid_from: new Date(`${change.from}T00:00:00Z`) },
  ];
}

async function seedOffers(trx: Transaction<Database>): Promise<void> {
  await trx
    .insertInto('addon_products')
    .values([...ADDONS])
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  await trx
    .insertInto('floating_ip_plans')
    .values([...FLOATING_IP_PLANS])
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  await trx
    .insertInto('support_plans')
    .values([...SUPPORT_PLANS])
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  await trx
    .insertInto('support_departments')
    .values([...SUPPORT_DEPARTMENTS])
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  await trx
    .insertInto('payment_methods')
    .values([...PAYMENT_METHODS])
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
  await trx
    .insertInto('affiliate_terms')
    .values(AFFILIATE_TERMS)
    .onConflict((oc) => oc.column('only_one').doNothing())
    .execute();
}
