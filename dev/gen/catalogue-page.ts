/**
 * Generates the page that lists all fields of a catalogue file. It uses the same sections that read the file, so it lists no other fields.
 */
import type { Field } from '@innkeeper/model/catalogue/fields';
import { SECTION_NAMES, SECTIONS, SINGLE_NAMES, SINGLES } from '@innkeeper/model/catalogue/sections';

/** Descriptions by `section.field`, or by `field` if all sections share it. Generation fails if a field has none. */
const MEANINGS: Readonly<Record<string, string>> = {
  key: 'Name by which requests and commands choose the entry. It never changes.',
  name: 'Name that customers read.',
  kind: 'What the entry does.',
  price: 'Price of a month without VAT, in the currency of the installation.',
  plans: 'Keys of the plans that the entry is for, or `all`.',
  maximum: 'Most of the addon that a server can have.',
  minimum_months: 'Fewest months that can be ordered at once.',
  country: 'Code of the country, as ISO 3166 names it.',
  'plans.type': 'Group of plans, by which lists can be filtered.',
  'plans.vcpus': 'Virtual processors.',
  'plans.dedicated_cpu': 'Whether each virtual processor is a core of its own.',
  'plans.memory': 'Memory in GB.',
  'plans.disk': 'Disk in GB.',
  'plans.traffic': 'Traffic of a month in TB. 0 is not metered.',
  'plans.network_speed': 'Speed of the network port in Mbps.',
  'plans.iops': 'Disk operations a second. Without it they are not limited.',
  'plans.disk_speed': 'Disk throughput in MB a second. Without it, it is not limited.',
  bills_only: 'Whether your staff delivers the addon. Innkeeper only sells it.',
  'promo_codes.code': 'The code that customers enter.',
  'promo_codes.percentage': 'Discount in percent.',
  'promo_codes.applies_to': 'Orders that the code lowers.',
  'promo_codes.listed': 'Whether lists of promo codes show it.',
  'promo_codes.valid_from': 'First day, UTC.',
  'promo_codes.valid_until': 'Day on which the code ends, UTC.',
  'promo_codes.most_uses': 'Most uses over all accounts.',
  'promo_codes.most_uses_per_account': 'Most uses of one account.',
  'support_plans.features': 'Lines that describe the plan to customers.',
  'support_plans.response_minutes': 'Minutes within which an answer is promised. Without it none is promised.',
  'support_plans.around_the_clock': 'Whether these minutes also run outside of the support hours.',
  'support_plans.credit_percentage': "Credit for each late answer, in percent of a month's price.",
  'payment_methods.driver': 'Who takes the money: `bank`, `stripe`, or `sandbox` in trials.',
  'payment_methods.minimum':
    'Smallest payment that customers can choose. An order below it is paid by another method, or from the balance after a deposit. Stripe takes nothing below 0.50. Automatic charges of stored cards obey only that. For bank transfers it applies to deposits only.',
  'payment_methods.maximum': 'Largest payment that customers can choose. For bank transfers it applies to deposits only.',
  'payment_methods.saves_card': 'Whether a card can be kept for renewals.',
  'vat_rates.from': 'First day of the rate, in the time zone of the seller.',
  'vat_rates.rate': 'Rate in percent.',
  'seller.name': 'Your company, as invoices name it. No invoice is issued without it.',
  'seller.address': 'Street and number.',
  'seller.city': 'City.',
  'seller.postal_code': 'Postal code.',
  'seller.country': 'Your country, which decides the [VAT](vat.md).',
  'seller.company_number': 'Number in the register of companies.',
  'seller.vat_number': 'Your VAT number, without blanks, dots and hyphens: `DE123456789`, `CHE123456789MWST`.',
  'seller.email': 'Address for questions, on invoices and below mails to customers.',
  'seller.iban': 'Account for bank transfers. Without it none are offered.',
  'seller.bic': 'BIC of its bank.',
  'seller.bank_name': 'Name of its bank.',
  'seller.oss': 'Whether you use the One Stop Shop of the EU.',
  'seller.small_business_threshold_passed': 'Whether your sales to consumers of other EU countries are past EUR 10,000 a year.',
  'seller.time_zone':
    'Time zone of the dates on invoices, of months and quarters, and of the first day of a VAT rate. Without it, `guests.time_zone` when Innkeeper starts. The first document fixes it.',
  'affiliate.percentage': 'Commission in percent of what a brought customer pays.',
  'affiliate.attribution_days': 'Days after sign-up in which a customer who has paid an order can still name who brought them.',
  'affiliate.hold_days': 'Days after which a commission can be paid out.',
  'affiliate.payout_minimum': 'Smallest payout.',
  'affiliate.payout_every_days': 'Days between payouts.',
  'support_hours.time_zone': 'Time zone of the hours.',
  'support_hours.holidays': 'Days without support.',
};
const DAY = /^support_hours\.(sun|mon|tues|wednes|thurs|fri|satur)day$/;

const INTRODUCTIONS: Readonly<Record<string, string>> = {
  plans: 'Sizes of servers.',
  addons: 'Extras of servers.',
  promo_codes: 'Codes that lower prices.',
  floating_ip_plans: 'Addresses that move between servers.',
  support_plans: 'Support that accounts can order.',
  support_departments: 'Departments that tickets are sent to.',
  payment_methods: 'Ways to pay besides the balance.',
  vat_rates: 'Rates of VAT, with the day from which they apply.',
  seller: 'You. One entry, not a list.',
  affiliate: 'Terms for customers who bring others. One entry.',
  support_hours: 'Working time, for promises of support plans. One entry.',
};

export function cataloguePage(): string {
  const lists = SECTION_NAMES.map((name) => sectionOf(name, SECTIONS[name].fields));
  const singles = SINGLE_NAMES.map((name) => sectionOf(name, SINGLES[name]));
  return `# The fields of the catalogue

Made from \`model/catalogue/sections.ts\` by \`npm run gen\`. [How the catalogue is used](sell.md).

A field without a default must be given. Prices and amounts are in the currency of the installation, without VAT.

${[...lists, ...singles].join('\n')}`;
}

function sectionOf(section: string, fields: readonly Field[]): string {
  return `## ${section}

${requireText(INTRODUCTIONS, section)}

| field | must be | default | meaning |
|---|---|---|---|
${fields.map((field) => rowOf(section, field)).join('\n')}
`;
}

function rowOf(section: string, field: Field): string {
  const path = `${section}.${field.name}`;
  const meaning = DAY.test(path) ? 'Hours of that day.' : requireText(MEANINGS, path in MEANINGS ? path : field.name);
  const cells = [`\`${field.name}\``, expectationOf(field), defaultOf(field), meaning];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Returns the values that a field accepts, from its message for invalid values. */
function expectationOf(field: Field): string {
  try {
    field.read(undefined);
  } catch (error) {
    if (error instanceof RangeError) return error.message.replace(/^Must (be|have) /, '').replace(/\.$/, '');
    throw error;
  }
  throw new Error(`${field.name} may be undefined`);
}

function defaultOf({ name, byDefault, write }: Field): string {
  if (byDefault === undefined) return '';
  // An addon or promo code without plans applies to all plans.
  if (byDefault === null) return name === 'plans' ? '`all`' : 'none';
  if (byDefault === '' || (Array.isArray(byDefault) && byDefault.length === 0)) return 'empty';
  return `\`${String(write(byDefault))}\``;
}

function requireText(texts: Readonly<Record<string, string>>, key: string): string {
  const found = texts[key];
  if (found === undefined) throw new Error(`dev/gen/catalogue-page.ts has no words for ${key}`);
  return found;
}
