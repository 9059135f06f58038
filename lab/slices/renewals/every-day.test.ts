/**
 * Tests services that began on each day of a year and are renewed for two years. Dates and sums are compared with an independently computed
 * table.
 */
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { givenAccount, givenNode } from '../../given.ts';
import { renewalHelpers } from './given-renewing.ts';

const YEAR = 2028;
const MONTHS = 24;
/** Implements the rule of the Gregorian calendar without `Date`. */
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lengthOf = (year: number, month: number): number =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number;

/** Returns the time at which a service that began on this day has lasted `months` months, counted one by one. */
function counted(month: number, day: number, months: number): string {
  let [y, m] = [YEAR, month];
  for (let i = 0; i < months; i += 1) [y, m] = m === 12 ? [y + 1, 1] : [y, m + 1];
  const two = (n: number) => String(n).padStart(2, '0');
  return `${y}-${two(m)}-${two(Math.min(day, lengthOf(y, m)))}T23:30:00.000Z`;
}

const DAYS = Array.from({ length: 31 }, (_, i) => i + 1);

let lab: TestDatabase;
let now = new Date(Date.UTC(YEAR, 0, 20));
const clock = { now: () => now };
beforeAll(async () => {
  lab = await openTestDatabase({ clock });
});
afterAll(() => lab.close());

test(`services started on any day of ${YEAR} renew for ${MONTHS} months on the right days, for the right amounts`, async () => {
  const given = renewalHelpers(lab, clock);
  const node_id = await givenNode(lab.db, { diskGb: 1_000_000 });
  const began = new Map<number, { month: number; day: number }>();
  for (const day of DAYS) {
    const { accountId } = await givenAccount(lab.db, { country: 'AT' });
    await given.fund(accountId, 1_000_000n);
    for (let month = 1; month <= 12; month += 1) {
      if (day > lengthOf(YEAR, month)) continue;
      const [billing_anchor, expiry_at] = [new Date(counted(month, day, 0)), new Date(counted(month, day, 1))];
      const id = await given.server(accountId, { node_id, address: false, billing_anchor, expiry_at });
      began.set(id, { month, day });
    }
  }
  expect(began.size).toBe(366);
  // Runs weekly, which is how far the job looks ahead, until services of December have as many renewals as services of January.
  const end = new Date(Date.UTC(YEAR + 3, 0, 31));
  for (; now < end; now = new Date(now.getTime() + days(7))) {
    await given.renew();
    await sql`update services set auto_renew = false where expiry_at > billing_anchor + ${MONTHS} * interval '1 month' + interval '3 days'`.execute(
      lab.db,
    );
  }

  const { rows } = await sql<{ id: number; ends: Date[]; sums: string[] }>`
    select p.service_id as id, array_agg(p.period_to order by p.period_from) as ends,
      array_agg(l.net || ' ' || l.vat || ' ' || o.status || ' ' || p.state order by p.period_from) as sums
    from service_periods p join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
    group by p.service_id`.execute(lab.db);
  expect(rows).toHaveLength(began.size);
  for (const { id, ends, sums } of rows) {
    const { month, day } = began.get(id) ?? { month: 0, day: 0 };
    const expected = Array.from({ length: MONTHS }, (_, i) => counted(month, day, i + 2));
    expect(ends.map((at) => at.toISOString())).toEqual(expected);
    // Each order costs 3.99 plus 20 % VAT, rounded half up.
    expect(new Set(sums)).toEqual(new Set(['399 80 paid paid']));
  }
  await expectBooksClean(lab.db);
}, 300_000);
