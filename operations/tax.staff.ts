import { type VatSum, vatPayable, vatSums } from '@innkeeper/db/ledger/vat';
import { sellerTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import { Failure } from '@innkeeper/model/failures';
import { formatDecimal } from '@innkeeper/model/money/money';
import { earlierQuarters, quarterSpan } from '@innkeeper/model/time/calendar';
import { sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/**
 * Returns the VAT report of a quarter in the time zone of the seller, calculated from the postings. Throws `internal` if its sum differs from the movement of the VAT
 * accounts.
 */
export async function reportTax(cx: StaffCx, { quarter }: StaffInput<'reportTax'>): Promise<StaffReply<'reportTax'>> {
  const { db, settings } = cx;
  await sql`set local statement_timeout = 0`.execute(db);
  const timeZone = await sellerTimeZone(db);
  const span = quarterSpan(quarter, timeZone);
  const sums = await vatSums(db, span, earlierQuarters(quarter, timeZone));
  const vat = sums.reduce((total, sum) => total + sum.vat, 0n);
  const payable = await vatPayable(db, span);
  if (vat !== payable)
    throw new Failure('internal', {
      message: `The VAT of the orders is ${formatDecimal(vat)}, but the VAT in the ledger is ${formatDecimal(payable)}.`,
    });
  const { country } = await db.selectFrom('seller').select('country').executeTakeFirstOrThrow();
  const of = (...rules: VatSum['rule'][]): VatSum[] => sums.filter(({ rule }) => rules.includes(rule));
  const oss = of('eu-consumer-destination');
  return {
    quarter,
    seller_country: country,
    currency: settings.currency,
    oss_declared_in: 'EUR',
    oss: merged(oss.filter(({ corrects }) => corrects === null)).map(formatSum),
    oss_corrections: oss.flatMap((sum) => (sum.corrects === null ? [] : [{ quarter: sum.corrects, ...formatSum(sum) }])),
    domestic: merged(of('domestic', 'eu-consumer-origin')).map(formatSum),
    reverse_charge: merged(of('reverse-charge')).map((sum) => ({
      country: sum.country,
      vat_number: sum.vatNumber ?? '',
      base: formatDecimal(sum.base),
    })),
    outside_eu: merged(of('outside-eu')).map((sum) => ({ country: sum.country, base: formatDecimal(sum.base) })),
    vat: formatDecimal(vat),
  };
}

/** Merges the sums of the same country, rate and VAT number. */
function merged(sums: readonly VatSum[]): VatSum[] {
  const all = new Map<string, VatSum>();
  for (const sum of sums) {
    const key = `${sum.country} ${sum.rateBp} ${sum.vatNumber}`;
    const before = all.get(key);
    all.set(key, before ? { ...before, base: before.base + sum.base, vat: before.vat + sum.vat } : sum);
  }
  return [...all.values()];
}

const formatSum = ({ country, rateBp, base, vat }: VatSum) => ({
  country,
  rate: rateBp / 100,
  base: formatDecimal(base),
  vat: formatDecimal(vat),
});
