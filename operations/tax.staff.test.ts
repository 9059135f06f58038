import { pay, refund } from '@innkeeper/db/ledger';
import { insertOrder } from '@innkeeper/db/tables/orders';
import { inTransaction } from '@innkeeper/db/transaction';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenTax } from '@innkeeper/lab/given-tax';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { formatDecimal, parseDecimal, vatOf } from '@innkeeper/model/money/money';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
let accountId: number;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 4 });
  operator = openOperator(lab);
  accountId = (await givenAccount(lab.db, { funds: 100_000_000n })).accountId;
});
afterAll(() => lab.close());

const at = (day: string) => new Date(`${day}T12:00:00Z`);

/** Inserts a paid order of `net` cents. A tenth of it is refunded on each day of `back`. */
async function sold(tax: TaxDecision, net: bigint, day: string, back: readonly string[] = []): Promise<number> {
  const vat = vatOf(net, tax.rateBp);
  const amounts = { net, vat, gross: net + vat };
  const orderId = await insertOrder(lab.db, {
    ...{ account_id: accountId, type: 'custom', status: 'paid', payment_method: 'balance', lines: [], ...amounts },
    ...{ tax: JSON.stringify(tax), created_at: at(day), paid_at: at(day) },
  });
  await inTransaction(lab.db, async (trx) => {
    const order = { accountId, orderId, tax, description: 'x' };
    await pay(trx, { ...order, net, vat, now: at(day) });
    for (const later of back) await refund(trx, { ...order, net: net / 10n, vat: vatOf(net / 10n, tax.rateBp), now: at(later) });
  });
  return orderId;
}
const german = givenTax(1900, { country: 'DE' });
const report = (quarter: string) => operator.run('reportTax', { quarter });

test('reportTax sums up a quarter by country and rate, with corrections of earlier quarters separately', async () => {
  await sold(german, 1_000n, '2026-01-01', ['2026-03-31', '2026-04-01']);
  await sold(german, 500n, '2026-02-15');
  await sold(givenTax(1600, { country: 'DE' }), 100n, '2026-02-15');
  await sold(givenTax(2000, { rule: 'domestic' }), 300n, '2026-02-15');
  await sold(givenTax(2000, { rule: 'eu-consumer-origin' }), 200n, '2026-02-15');
  const evidence = { ...german.evidence, company: true, vatNumber: 'DE136695976' };
  await sold(givenTax(0, { country: 'DE', rule: 'reverse-charge', evidence }), 700n, '2026-02-15', ['2026-02-16']);
  await sold(givenTax(0, { country: 'US', rule: 'outside-eu' }), 900n, '2026-02-15');
  await sold(german, 10_000n, '2025-12-31');
  expect(await report('2026q1')).toEqual({
    ...{ quarter: '2026Q1', seller_country: 'DE', currency: 'EUR', oss_declared_in: 'EUR' },
    oss: [
      { country: 'DE', rate: 16, base: '1.00', vat: '0.16' },
      { country: 'DE', rate: 19, base: '14.00', vat: '2.66' },
    ],
    oss_corrections: [],
    domestic: [{ country: 'AT', rate: 20, base: '5.00', vat: '1.00' }],
    reverse_charge: [{ country: 'DE', vat_number: 'DE136695976', base: '6.30' }],
    outside_eu: [{ country: 'US', base: '9.00' }],
    vat: '3.82',
  });
  expect(await report('2026Q2')).toMatchObject({
    oss: [],
    oss_corrections: [{ quarter: '2026Q1', country: 'DE', rate: 19, base: '-1.00', vat: '-0.19' }],
    vat: '-0.19',
  });
  expect(await report('2020Q1')).toMatchObject({ oss: [], domestic: [], reverse_charge: [], outside_eu: [], vat: '0.00' });
  await expect(report('2026Q5')).rejects.toThrow('Must be a quarter');
});

test('refunding the VAT of an order with a valid number moves its amount to the reverse-charge sum', async () => {
  const evidence = { ...german.evidence, company: true, vatNumber: 'DE811907980' };
  const orderId = await sold({ ...german, evidence, pending: true }, 1_000n, '2027-01-31');
  const money = { accountId, orderId, tax: german, description: 'x' };
  const entry = await inTransaction(lab.db, (trx) => refund(trx, { ...money, net: 0n, vat: 190n, now: at('2027-02-01') }));
  const corrected = { rule: 'reverse-charge' as const, note: 'Reverse charge', entry: entry ?? 0, net: '1000' };
  const tax = { ...german, evidence, corrected: { ...corrected, consultation: null, checkedAt: null } };
  await lab.db
    .updateTable('orders')
    .set({ tax: JSON.stringify(tax) })
    .where('id', '=', orderId)
    .execute();
  await inTransaction(lab.db, (trx) => refund(trx, { ...money, net: 100n, vat: 0n, now: at('2027-02-02') }));
  expect(await report('2027Q1')).toMatchObject({
    ...{ oss: [], reverse_charge: [{ country: 'DE', vat_number: 'DE811907980', base: '9.00' }], vat: '0.00' },
  });
});

test('for any sales and refunds, the parts equal the changes of the VAT accounts, to the cent', async () => {
  const rules = [
    ...[german, givenTax(2550, { country: 'FI' }), givenTax(2000, { rule: 'domestic' })],
    ...[givenTax(0, { country: 'US', rule: 'outside-eu' }), givenTax(0, { country: 'FR', rule: 'reverse-charge' })],
  ];
  const days = ['2030-01-01', '2030-02-14', '2030-03-31', '2030-04-01', '2030-06-30'];
  const sale = fc.record({
    ...{ rule: fc.nat(rules.length - 1), net: fc.bigInt(1n, 99_999n), day: fc.nat(days.length - 1) },
    back: fc.array(fc.nat(days.length - 1), { maxLength: 3 }),
  });
  const moved = async (from: string, to: string) => {
    const { rows } = await sql<{ vat: bigint }>`select coalesce(sum(p.amount), 0)::bigint as vat from ledger_postings p
      join ledger_accounts a on a.id = p.ledger_account_id join ledger_entries e on e.id = p.entry_id
      where a.kind = 'vat_payable' and e.created_at >= ${at(from)} and e.created_at <= ${at(to)}`.execute(lab.db);
    return formatDecimal(rows[0]?.vat ?? 0n);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 8 }), async (sales) => {
      for (const { rule, net, day, back } of sales) {
        const later = back.filter((one) => one >= day).map((one) => days[one] as string);
        await sold(rules[rule] as TaxDecision, net, days[day] as string, later);
      }
      for (const [quarter, from, to] of [
        ['2030Q1', '2030-01-01', '2030-03-31'],
        ['2030Q2', '2030-04-01', '2030-06-30'],
      ] as const) {
        const { vat, ...parts } = await report(quarter);
        expect(vat).toBe(await moved(from, to));
        const taxed = [...parts.oss, ...parts.oss_corrections, ...parts.domestic];
        expect(formatDecimal(taxed.reduce((sum, part) => sum + parseDecimal(part.vat), 0n))).toBe(vat);
      }
    }),
    { numRuns: 15 },
  );
});
