import { describe, expect, it, test } from 'vitest';
import { decideRenewalCover, listUpcoming, type Means, type PaidTerm } from './renewal-cover.ts';

const at = (text: string) => new Date(`${text}Z`);
const NOW = at('2027-01-30T10:00');
const UNTIL = at('2027-03-01T10:00');

const term = (expiryAt: Date, fields: Partial<PaidTerm> = {}): PaidTerm => ({
  ...{ expiryAt, anchor: expiryAt, months: 1, net: 10_00n },
  ...fields,
});
const ahead = (terms: readonly PaidTerm[]) =>
  listUpcoming(terms, { until: UNTIL, taxRate: 2000 }).map(
    ({ expiryAt, gross }) => `${expiryAt.toISOString().slice(0, 10)} ${gross}`,
  );

describe('renewals ahead', () => {
  it('of a period that ends on 31 January are two, the second on the last of February', () => {
    expect(ahead([term(at('2027-01-31T08:00'))])).toEqual(['2027-01-31 1200', '2027-02-28 1200']);
    const anchor = at('2026-10-31T08:00');
    expect(ahead([term(at('2027-01-31T08:00'), { anchor, months: 3 })])).toEqual(['2027-01-31 1200']);
  });

  it('end with the last moment, inclusive', () => {
    expect(ahead([term(UNTIL), term(new Date(UNTIL.getTime() + 1))])).toEqual(['2027-03-01 1200']);
  });

  it('have VAT rounded per service', () => {
    expect(ahead([term(UNTIL, { net: 333n }), term(UNTIL, { net: 333n })])).toEqual(['2027-03-01 400', '2027-03-01 400']);
  });
});

const decide = (renewals: readonly [expiry: string, gross: bigint][], means: Partial<Means>) => {
  const { coveredUntil, cardChargedAt } = decideRenewalCover(
    renewals.map(([expiry, gross]) => ({ expiryAt: at(expiry), gross })),
    { spendable: 0n, cardValidUntil: null, now: NOW, daysAhead: 7, ...means },
  );
  return [coveredUntil?.toISOString() ?? null, cardChargedAt?.toISOString() ?? null];
};

const WITH_CARD = { cardValidUntil: at('2099-01-01T00:00') };
const TWO_DAYS = [
  ['2027-02-20T12:00', 500n],
  ['2027-02-10T12:00', 300n],
  ['2027-02-10T06:00', 200n],
] as const;

test.each<
  [
    name: string,
    renewals: readonly (readonly [string, bigint])[],
    means: Partial<Means>,
    until: string | null,
    charged: string | null,
  ]
>([
  ['the balance pays all', TWO_DAYS, { spendable: 1000n }, null, null],
  ['one cent is missing on the second day', TWO_DAYS, { spendable: 999n }, '2027-02-20T12:00:00.000Z', null],
  ['a day is one order, which is not paid in parts', TWO_DAYS, { spendable: 499n }, '2027-02-10T06:00:00.000Z', null],
  ['no renewal', [], {}, null, null],
  ['a free renewal despite debts', [['2027-02-10T06:00', 0n]], { spendable: -1n }, null, null],
  ['the card pays what the balance does not', TWO_DAYS, { ...WITH_CARD, spendable: 500n }, null, '2027-02-13T00:00:00.000Z'],
  [
    'the balance is left for a smaller day',
    TWO_DAYS.slice(0, 2),
    { ...WITH_CARD, spendable: 300n },
    null,
    '2027-02-13T00:00:00.000Z',
  ],
  ['a late renewal is charged from today on', [['2027-01-31T08:00', 500n]], WITH_CARD, null, '2027-01-30T00:00:00.000Z'],
  [
    'the card ends with January, and pays what is charged on the 31st of January',
    [
      ['2027-02-07T23:59', 500n],
      ['2027-02-08T00:01', 500n],
    ],
    { cardValidUntil: at('2027-02-01T00:00') },
    '2027-02-08T00:01:00.000Z',
    '2027-01-31T00:00:00.000Z',
  ],
  ['an expired card pays nothing', TWO_DAYS, { cardValidUntil: at('2027-01-01T00:00') }, '2027-02-10T06:00:00.000Z', null],
  ['an overdue service', [['2027-01-20T08:00', 500n]], {}, '2027-01-20T08:00:00.000Z', null],
])('%s', (_, renewals, means, until, charged) => {
  expect(
    decide(
      renewals.map(([expiry, gross]) => [expiry, gross]),
      means,
    ),
  ).toEqual([until, charged]);
});
