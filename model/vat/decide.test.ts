import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { days } from '../time/clock.ts';
import { EU_COUNTRIES, vatPrefixOf } from './countries.ts';
import { decideTax, type TaxProfile, type TaxRule, type VatRate, type VatVerdict, VERDICT_VALID_MS } from './decide.ts';

const at = new Date('2026-01-15T12:00:00Z');
const always = new Date('2000-01-01T00:00:00Z');
const RATES: VatRate[] = Object.entries({
  AT: 2000,
  DE: 1900,
  DK: 2500,
  GR: 2400,
  FR: 2000,
  ES: 2100,
  FI: 2550,
  CH: 810,
  GB: 2000,
  NO: 2500,
  US: 0,
}).map(([country, rateBp]) => ({ country, rateBp, from: always }));
const NUMBERS: Record<string, string> = {
  ...{ AT: 'ATU12345675', DE: 'DE136695976', DK: 'DK13585628', GR: 'EL094259216', FR: 'FR40303265045' },
  ...{ ES: 'ESB28015865', MC: 'FR40303265045', GP: 'FR40303265045' },
  ...{ GB: 'XI110305878', CH: 'CHE123456788', US: 'US123456789' },
};

type Number = VatVerdict | 'none' | 'never asked';

interface Case {
  /** Country of the seller. `!`: sells to consumers of other countries above the threshold. `*`: registered for the One Stop Shop. */
  seller: string;
  customer: string;
  postalCode?: string;
  company?: boolean;
  number?: Number;
}

function profileOf({ seller, customer, postalCode, company = false, number = 'none' }: Case): TaxProfile {
  const asked = number === 'none' || number === 'never asked' ? null : number;
  return {
    country: customer,
    postalCode: postalCode ?? null,
    company,
    vatNumber: number === 'none' ? null : (NUMBERS[customer] ?? null),
    check: asked && { verdict: asked, consultation: 'WAPI1', at: asked === 'unknown' ? null : new Date(at.getTime() - days(10)) },
    rates: RATES,
    seller: { country: seller.slice(0, 2), oss: seller.endsWith('*'), thresholdPassed: seller.endsWith('!'), timeZone: 'UTC' },
    evidence: { ipCountry: null, cardCountry: null },
  };
}

/** Country and rate of the VAT, and the rule. `pending`: until the number is checked. */
const TABLE: [string, Case, string, number, TaxRule, 'pending'?][] = [
  ['a person at home', { seller: 'AT', customer: 'AT' }, 'AT', 2000, 'domestic'],
  ['a company at home, number valid', { seller: 'AT', customer: 'AT', company: true, number: 'valid' }, 'AT', 2000, 'domestic'],
  [
    'a company at home, number unknown',
    { seller: 'DE*', customer: 'DE', company: true, number: 'unknown' },
    'DE',
    1900,
    'domestic',
  ],
  ['a person at home, OSS', { seller: 'DK*', customer: 'DK' }, 'DK', 2500, 'domestic'],
  ['below the threshold', { seller: 'AT', customer: 'DE' }, 'AT', 2000, 'eu-consumer-origin'],
  ['above the threshold', { seller: 'AT!', customer: 'DE' }, 'DE', 1900, 'eu-consumer-destination'],
  ['OSS', { seller: 'AT*', customer: 'DE' }, 'DE', 1900, 'eu-consumer-destination'],
  ['OSS, the other way', { seller: 'DE*', customer: 'DK' }, 'DK', 2500, 'eu-consumer-destination'],
  ['a company of the EU', { seller: 'AT', customer: 'DE', company: true, number: 'valid' }, 'DE', 0, 'reverse-charge'],
  ['the same, OSS', { seller: 'DK*', customer: 'AT', company: true, number: 'valid' }, 'AT', 0, 'reverse-charge'],
  [
    'Greece, whose numbers begin with EL',
    { seller: 'DE*', customer: 'GR', company: true, number: 'valid' },
    'GR',
    0,
    'reverse-charge',
  ],
  ['a person of Greece', { seller: 'DE*', customer: 'GR' }, 'GR', 2400, 'eu-consumer-destination'],
  ['a company without a number', { seller: 'AT*', customer: 'DE', company: true }, 'DE', 1900, 'eu-consumer-destination'],
  ['the same below the threshold', { seller: 'AT', customer: 'DE', company: true }, 'AT', 2000, 'eu-consumer-origin'],
  [
    'a number that is refused',
    { seller: 'AT*', customer: 'DE', company: true, number: 'invalid' },
    ...(['DE', 1900, 'eu-consumer-destination'] as const),
  ],
  [
    'a number without an answer',
    { seller: 'AT*', customer: 'DE', company: true, number: 'unknown' },
    ...(['DE', 1900, 'eu-consumer-destination', 'pending'] as const),
  ],
  [
    'a number that was never asked for, below the threshold',
    { seller: 'AT', customer: 'DE', company: true, number: 'never asked' },
    ...(['AT', 2000, 'eu-consumer-origin', 'pending'] as const),
  ],
  ['a person with a number', { seller: 'AT*', customer: 'DE', number: 'valid' }, 'DE', 1900, 'eu-consumer-destination'],
  ['a person outside', { seller: 'AT*', customer: 'US' }, 'US', 0, 'outside-eu'],
  ['a company outside', { seller: 'DE', customer: 'CH', company: true, number: 'valid' }, 'CH', 0, 'outside-eu'],
  ['Norway', { seller: 'DK', customer: 'NO' }, 'NO', 0, 'outside-eu'],
  [
    'Northern Ireland: for services it is outside',
    { seller: 'AT', customer: 'GB', company: true, number: 'valid' },
    'GB',
    0,
    'outside-eu',
  ],
  ['a seller outside, at home', { seller: 'CH', customer: 'CH' }, 'CH', 810, 'domestic'],
  ['a seller in the US, at home', { seller: 'US', customer: 'US' }, 'US', 0, 'domestic'],
  ['a seller outside owes the VAT of EU consumers', { seller: 'US', customer: 'AT' }, 'AT', 2000, 'eu-consumer-destination'],
  ['the same from Switzerland', { seller: 'CH*', customer: 'FR' }, 'FR', 2000, 'eu-consumer-destination'],
  ['a seller outside, to a company', { seller: 'US', customer: 'AT', company: true, number: 'valid' }, 'AT', 0, 'reverse-charge'],
  [
    'the same, unchecked',
    { seller: 'CH', customer: 'AT', company: true, number: 'unknown' },
    ...(['AT', 2000, 'eu-consumer-destination', 'pending'] as const),
  ],
  ['a seller outside, to the outside', { seller: 'CH', customer: 'US' }, 'US', 0, 'outside-eu'],
  ['a person of Monaco', { seller: 'DE*', customer: 'MC' }, 'FR', 2000, 'eu-consumer-destination'],
  ['the same below the threshold', { seller: 'DE', customer: 'MC' }, 'DE', 1900, 'eu-consumer-origin'],
  [
    'a company of Monaco with a French number',
    { seller: 'DE*', customer: 'MC', company: true, number: 'valid' },
    ...(['FR', 0, 'reverse-charge'] as const),
  ],
  ['Monaco for a French seller', { seller: 'FR', customer: 'MC', company: true, number: 'valid' }, 'FR', 2000, 'domestic'],
  ['a seller of Monaco, at home', { seller: 'MC', customer: 'MC' }, 'FR', 2000, 'domestic'],
  ['a seller of Monaco, to France', { seller: 'MC', customer: 'FR' }, 'FR', 2000, 'domestic'],
  ['a seller of Monaco, below the threshold', { seller: 'MC', customer: 'DE' }, 'FR', 2000, 'eu-consumer-origin'],
  ['a seller of Monaco, One Stop Shop', { seller: 'MC*', customer: 'DE' }, 'DE', 1900, 'eu-consumer-destination'],
  ['the Canary Islands', { seller: 'DE*', customer: 'ES', postalCode: '35001' }, 'ES', 0, 'outside-eu'],
  ['the Canary Islands for a Spanish seller', { seller: 'ES', customer: 'ES', postalCode: '38 001' }, 'ES', 0, 'outside-eu'],
  [
    'a company of the Canary Islands with a valid number',
    { seller: 'DE*', customer: 'ES', postalCode: '35001', company: true, number: 'valid' },
    ...(['ES', 0, 'outside-eu'] as const),
  ],
  ['the mainland of Spain', { seller: 'DE*', customer: 'ES', postalCode: '28001' }, 'ES', 2100, 'eu-consumer-destination'],
  ['Büsingen for a German seller', { seller: 'DE', customer: 'DE', postalCode: '78266' }, 'DE', 0, 'outside-eu'],
  ['Guadeloupe by its postal code', { seller: 'DE*', customer: 'FR', postalCode: '97110' }, 'FR', 0, 'outside-eu'],
  ['Guadeloupe by its code', { seller: 'DE*', customer: 'GP' }, 'GP', 0, 'outside-eu'],
  ['Guadeloupe for a French seller', { seller: 'FR', customer: 'FR', postalCode: '97110' }, 'FR', 2000, 'domestic'],
  ['the same by its code', { seller: 'FR*', customer: 'GP' }, 'FR', 2000, 'domestic'],
  ['Réunion for a seller of Monaco', { seller: 'MC', customer: 'RE' }, 'FR', 2000, 'domestic'],
  ['Åland by its postal code', { seller: 'DE*', customer: 'FI', postalCode: '22100' }, 'FI', 0, 'outside-eu'],
  ['Åland by its code', { seller: 'DE*', customer: 'AX' }, 'AX', 0, 'outside-eu'],
  ['Åland for a Finnish seller', { seller: 'FI', customer: 'FI', postalCode: '22100' }, 'FI', 2550, 'domestic'],
  ['the same by its code', { seller: 'FI*', customer: 'AX' }, 'FI', 2550, 'domestic'],
  ['French Guiana for a French seller', { seller: 'FR', customer: 'FR', postalCode: '97300' }, 'FR', 0, 'outside-eu'],
  ['New Caledonia for a French seller', { seller: 'FR', customer: 'NC' }, 'NC', 0, 'outside-eu'],
];

/** Returns the legal text. A postal code outside the VAT area needs other words than a country outside the EU. */
function noteOf({ postalCode }: Case, rule: TaxRule): unknown {
  if (rule === 'reverse-charge') return 'Reverse charge';
  return rule === 'outside-eu' && postalCode !== undefined ? expect.stringContaining('Articles 6, 44 and 59') : null;
}

it.each(TABLE)('%s', (_, given, country, rateBp, rule, pending) => {
  expect(decideTax(profileOf(given), at)).toMatchObject({
    ...{ country, rateBp, rule, pending: pending === 'pending' },
    note: noteOf(given, rule),
  });
});

describe('a decision', () => {
  it('contains the evidence that it is based on', () => {
    const profile = { ...profileOf({ seller: 'AT*', customer: 'DE', company: true, number: 'valid' }) };
    const { evidence } = decideTax({ ...profile, evidence: { ipCountry: 'DE', cardCountry: 'FR' } }, at);
    expect(evidence).toEqual({
      ...{
        country: 'DE',
        territory: null,
        ipCountry: 'DE',
        cardCountry: 'FR',
        company: true,
        vatNumber: 'DE136695976',
        verdict: 'valid',
      },
      ...{ consultation: 'WAPI1', checkedAt: '2026-01-05T12:00:00.000Z' },
    });
  });

  it('names the territory that it is based on, and the country as the customer states it', () => {
    const evidenceOf = (given: Case) => decideTax(profileOf(given), at).evidence;
    expect(evidenceOf({ seller: 'DE*', customer: 'ES', postalCode: '35001' })).toMatchObject({
      ...{ country: 'ES', territory: 'Canary Islands' },
    });
    expect(evidenceOf({ seller: 'FR', customer: 'GP' })).toMatchObject({ country: 'GP', territory: 'Guadeloupe' });
    expect(evidenceOf({ seller: 'DE*', customer: 'MC' })).toMatchObject({ country: 'MC', territory: null });
  });

  it('uses the rate valid at that time', () => {
    const rates = [
      { country: 'DE', rateBp: 1900, from: new Date('2021-01-01T00:00:00Z') },
      { country: 'DE', rateBp: 1900, from: always },
      { country: 'DE', rateBp: 1600, from: new Date('2020-07-01T00:00:00Z') },
    ];
    const rateAt = (time: string) => decideTax({ ...profileOf({ seller: 'DE', customer: 'DE' }), rates }, new Date(time)).rateBp;
    expect(['2020-06-30T23:59:59Z', '2020-07-01T00:00:00Z', '2020-12-31T23:59:59Z', '2021-01-01T00:00:00Z'].map(rateAt)).toEqual([
      1900, 1600, 1600, 1900,
    ]);
    expect(() => rateAt('1999-12-31T23:59:59Z')).toThrow('no VAT rate for DE');
  });

  it.each([
    ['UTC', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
    ['Europe/Vienna', '2026-12-31T22:59:59Z', '2026-12-31T23:00:00Z'],
    ['Pacific/Kiritimati', '2026-12-31T09:59:59Z', '2026-12-31T10:00:00Z'],
    ['Pacific/Honolulu', '2027-01-01T09:59:59Z', '2027-01-01T10:00:00Z'],
  ])('uses a new rate from its first day in %s on', (timeZone, before, after) => {
    const rates = [
      { country: 'DE', rateBp: 1900, from: always },
      { country: 'DE', rateBp: 2100, from: new Date('2027-01-01T00:00:00Z') },
    ];
    const profile = profileOf({ seller: 'DE', customer: 'DE' });
    const rateAt = (time: string) =>
      decideTax({ ...profile, rates, seller: { ...profile.seller, timeZone } }, new Date(time)).rateBp;
    expect([rateAt(before), rateAt(after)]).toEqual([1900, 2100]);
  });

  it('uses summer time', () => {
    const rates = [
      { country: 'DE', rateBp: 1900, from: always },
      { country: 'DE', rateBp: 2100, from: new Date('2026-07-01T00:00:00Z') },
    ];
    const profile = profileOf({ seller: 'DE', customer: 'DE' });
    const seller = { ...profile.seller, timeZone: 'Europe/Vienna' };
    const rateAt = (time: string) => decideTax({ ...profile, rates, seller }, new Date(time)).rateBp;
    expect([rateAt('2026-06-30T21:59:59Z'), rateAt('2026-06-30T22:00:00Z')]).toEqual([1900, 2100]);
  });

  it('relies on a verdict for 120 days', () => {
    const profile = profileOf({ seller: 'AT*', customer: 'DE', company: true, number: 'valid' });
    const checked = profile.check?.at?.getTime() ?? 0;
    const ruleAfter = (ms: number) => decideTax(profile, new Date(checked + ms));
    expect(ruleAfter(VERDICT_VALID_MS)).toMatchObject({ rule: 'reverse-charge', pending: false });
    expect(ruleAfter(VERDICT_VALID_MS + 1)).toMatchObject({ rule: 'eu-consumer-destination', pending: true });
  });

  it('ignores a number of another country', () => {
    const profile = profileOf({ seller: 'AT*', customer: 'DE', company: true, number: 'valid' });
    for (const vatNumber of ['FR40303265045', 'XI110305878', 'GR094259216', 'E136695976'])
      expect(decideTax({ ...profile, vatNumber }, at)).toMatchObject({ rule: 'eu-consumer-destination', pending: false });
  });
});

describe('for any seller and customer', () => {
  const country = fc.constantFrom(...RATES.map((rate) => rate.country));
  const profile = fc
    .record({
      ...{ seller: country, customer: country, company: fc.boolean(), oss: fc.boolean(), thresholdPassed: fc.boolean() },
      number: fc.constantFrom<Number>('none', 'never asked', 'valid', 'invalid', 'unknown'),
    })
    .map(({ oss, thresholdPassed, ...given }) => {
      const made = profileOf(given);
      return { ...made, seller: { ...made.seller, oss, thresholdPassed } };
    });
  const rateOf = (code: string) => RATES.find((rate) => rate.country === code)?.rateBp;

  it("VAT is the customer's or seller's rate or zero, with the legal words if the customer owes it", () => {
    fc.assert(
      fc.property(profile, (given) => {
        const { country: whose, rateBp, rule, note } = decideTax(given, at);
        expect([given.country, given.seller.country]).toContain(whose);
        expect(rateBp).toBe(rule === 'reverse-charge' || rule === 'outside-eu' ? 0 : rateOf(whose));
        expect(note).toBe(rule === 'reverse-charge' ? 'Reverse charge' : null);
        expect(rule === 'domestic').toBe(given.country === given.seller.country);
      }),
    );
  });

  it('within the EU only a company of another member state with a valid number pays no VAT', () => {
    fc.assert(
      fc.property(profile, (given) => {
        const { rule } = decideTax(given, at);
        const own = given.vatNumber?.startsWith(vatPrefixOf(given.country)) ?? false;
        const abroad = given.country !== given.seller.country && EU_COUNTRIES.has(given.country);
        expect(rule === 'reverse-charge').toBe(abroad && given.company && own && given.check?.verdict === 'valid');
      }),
    );
  });

  it('only a missing reply makes it pending, and consumer VAT is charged then', () => {
    fc.assert(
      fc.property(profile, (given) => {
        const decided = decideTax(given, at);
        if (decided.pending) {
          expect(given.company && given.vatNumber !== null && (given.check === null || given.check.verdict === 'unknown')).toBe(
            true,
          );
          expect(decided).toEqual({ ...decideTax({ ...given, company: false }, at), pending: true, evidence: decided.evidence });
          const valid = { verdict: 'valid' as const, consultation: null, at };
          expect(decideTax({ ...given, check: valid }, at).rule).toBe('reverse-charge');
        }
      }),
    );
  });
});
