/**
 * The sections of `catalogue.yaml`. An entry that is missing from a list goes off sale. A missing section with a single entry stays
 * unchanged.
 */
import { ADDON_KINDS } from '../services/addons.ts';
import { DEFAULT_SUPPORT_HOURS } from '../support/support-hours.ts';
import {
  choice,
  day,
  days,
  emailText,
  type Field,
  flag,
  hoursOfDay,
  money,
  namedTimeZone,
  plansOf,
  scaledNumber,
  text,
  texts,
  timeZone,
  type Value,
  whole,
  word,
} from './fields.ts';

export interface Section {
  /** Name of one entry in messages. */
  noun: string;
  /** Field that identifies an entry. */
  key: string;
  fields: readonly Field[];
  /** True if a missing entry goes off sale. Otherwise the entry stays unchanged. */
  offers: boolean;
}

const KEY = 'Must have 1 to 40 lower-case letters, digits, dots, hyphens and underscores.';
const key = word('key', /^[a-z0-9][a-z0-9._-]{0,39}$/, KEY);
const name = text('name', 60);
const price = money('price', { unit: ' a month' });
const country = word('country', /^[A-Z]{2}$/, 'Must be two capital letters.');

/** Sections that are lists of entries. */
export const SECTIONS = {
  plans: {
    noun: 'Plan',
    key: 'key',
    offers: true,
    fields: [
      key,
      name,
      word('type', /^[a-z0-9][a-z0-9.-]{0,39}$/, KEY, { byDefault: 'standard' }),
      whole('vcpus', 1, 240),
      flag('dedicated_cpu', false),
      scaledNumber('memory', 1024, 4096, { unit: ' GB' }),
      whole('disk', 1, 100_000, { unit: ' GB' }),
      whole('traffic', 0, 100_000, { unit: ' TB' }),
      whole('network_speed', 1, 1_000_000, { unit: ' Mbps', byDefault: 1000 }),
      whole('iops', 1, 10_000_000, { byDefault: null }),
      whole('disk_speed', 1, 1_000_000, { unit: ' MB a second', byDefault: null }),
      whole('minimum_months', 1, 24, { byDefault: 1 }),
      price,
    ],
  },
  addons: {
    noun: 'Addon',
    key: 'key',
    offers: true,
    fields: [
      key,
      choice('kind', Object.keys(ADDON_KINDS)),
      name,
      price,
      whole('maximum', 1, 10_000, { byDefault: 1 }),
      flag('bills_only', false),
      plansOf('plans'),
    ],
  },
  promo_codes: {
    noun: 'Promo code',
    key: 'code',
    offers: true,
    fields: [
      text('code', 64),
      whole('percentage', 1, 100, { unit: ' %' }),
      whole('minimum_months', 1, 24, { byDefault: 1 }),
      choice('applies_to', ['new', 'renewal', 'both']),
      plansOf('plans'),
      flag('listed', true),
      day('valid_from', { byDefault: null }),
      day('valid_until', { byDefault: null }),
      whole('most_uses', 1, 100_000_000, { byDefault: null }),
      whole('most_uses_per_account', 1, 100_000_000, { byDefault: null }),
    ],
  },
  floating_ip_plans: {
    noun: 'Floating IP plan',
    key: 'key',
    offers: true,
    fields: [key, choice('kind', ['ipv4', 'ipv4-ddos', 'ipv6']), name, price],
  },
  support_plans: {
    noun: 'Support plan',
    key: 'key',
    offers: true,
    fields: [
      key,
      name,
      price,
      texts('features', { byDefault: [] }),
      whole('response_minutes', 1, 100_000, { byDefault: null }),
      flag('around_the_clock', false),
      whole('credit_percentage', 0, 100, { unit: ' % of a month', byDefault: 0 }),
    ],
  },
  support_departments: { noun: 'Department', key: 'key', offers: true, fields: [key, name] },
  payment_methods: {
    noun: 'Payment method',
    key: 'key',
    offers: true,
    fields: [
      choice('key', ['card', 'bank', 'bitcoin', 'bitcoin-ln']),
      text('driver', 40),
      name,
      money('minimum', { byDefault: null }),
      money('maximum', { byDefault: null }),
      flag('saves_card', false),
    ],
  },
  vat_rates: {
    noun: 'VAT rate',
    key: 'country',
    offers: false,
    fields: [country, day('from'), scaledNumber('rate', 100, 100, { unit: ' %' })],
  },
} as const satisfies Record<string, Section>;

/** Days of the week, Sunday first. */
const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const HOURS = DEFAULT_SUPPORT_HOURS.week;

/** Sections with a single entry. A field that the file omits gets its default. */
export const SINGLES = {
  seller: [
    text('name', 200, { byDefault: '' }),
    text('address', 200, { byDefault: '' }),
    text('city', 100, { byDefault: '' }),
    text('postal_code', 20, { byDefault: '' }),
    country,
    text('company_number', 60, { byDefault: null }),
    word('vat_number', /^[A-Z]{2}[0-9A-Z+*]{2,14}$/, 'Must be a VAT number with its country, such as DE123456789.', {
      byDefault: null,
    }),
    emailText('email', 200, { byDefault: null }),
    word('iban', /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'Must be an IBAN without spaces.', { byDefault: null }),
    word('bic', /^[A-Z0-9]{8}([A-Z0-9]{3})?$/, 'Must be a BIC.', { byDefault: null }),
    text('bank_name', 100, { byDefault: null }),
    flag('oss', true),
    flag('small_business_threshold_passed', false),
    namedTimeZone('time_zone', { byDefault: null }),
  ],
  affiliate: [
    whole('percentage', 0, 100, { unit: ' %' }),
    whole('attribution_days', 1, 3650),
    whole('hold_days', 0, 3650),
    money('payout_minimum'),
    whole('payout_every_days', 1, 3650),
  ],
  support_hours: [timeZone('time_zone'), ...WEEK.map((name, i) => hoursOfDay(name, HOURS[i] ?? 'closed')), days('holidays')],
} as const satisfies Record<string, readonly Field[]>;

export type SectionName = keyof typeof SECTIONS;
export type SingleName = keyof typeof SINGLES;

/** Values by field name, in the order of the file. */
export type Entry = Readonly<Record<string, Value>>;

/** Content of the file. Lists keep the order of the file. A missing single section is `undefined`. */
export type Catalogue = { readonly [Name in SectionName]: readonly Entry[] } & {
  readonly [Name in SingleName]?: Entry | undefined;
};

export const sectionOf = (section: SectionName): Section => SECTIONS[section];
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];
export const SINGLE_NAMES = Object.keys(SINGLES) as SingleName[];
