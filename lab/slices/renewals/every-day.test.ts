/** Services that began on every day of a year are renewed for two years by the job; dates and sums are compared with a table that is made without it. */
import { days } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { givenAccount, givenNode } from '../../given.ts';
import { renewing } from './given-renewing.ts';

const YEAR = 2028;
const MONTHS = 24;
/** By the rule of the Gregorian calendar, written down and not asked of Date. */
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lengthOf = (year: number, month: number): number =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number;

/** When a service that began on that day has lasted so many months, counted one by one. */
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

test(`services that began on every day of ${YEAR} are renewed for ${MONTHS} months on the right days, for the right sums`, async () => {
  const given = renewing(lab, clock);
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
  // Once in a week, which is as far as it looks ahead, until December's have been renewed as often as January's had to be.
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
    // 3.99 and 20 % of it, half up, each time.
    expect(new Set(sums)).toEqual(new Set(['399 80 paid paid']));
  }
  await expectBooksClean(lab.db);
}, 300_000);
