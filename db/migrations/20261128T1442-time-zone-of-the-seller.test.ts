import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenPaidOrder, givenSeller, issueNow } from '@innkeeper/lab/given-invoices';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sellerTimeZone } from '../tables/seller-time-zone.ts';
import { MIGRATIONS } from './all.gen.ts';

let lab: TestDatabase;
beforeEach(async () => {
  lab = await openTestDatabase();
  await givenSeller(lab.db);
});
afterEach(() => lab.close());

/** Runs the migration on the table as it was before. */
async function migrate(): Promise<void> {
  await sql`drop trigger tell_tax on seller; drop trigger tell_tax on installation`.execute(lab.db);
  await sql`alter table installation drop column default_time_zone, drop column document_time_zone`.execute(lab.db);
  await sql`alter table seller drop column time_zone`.execute(lab.db);
  await sql`create trigger tell_tax after update of country on seller for each statement execute function tell_tax_of_all()`.execute(
    lab.db,
  );
  await MIGRATIONS['20261128T1442-time-zone-of-the-seller']?.up(lab.db);
}

test('a home that has issued a document keeps UTC, whatever its default becomes', async () => {
  const { accountId } = await givenAccount(lab.db);
  await givenPaidOrder(lab.db, { accountId });
  await issueNow(lab.db);
  await migrate();
  await lab.db.updateTable('installation').set({ default_time_zone: 'Europe/Vienna' }).execute();
  await lab.db.updateTable('seller').set({ time_zone: 'Asia/Tokyo' }).execute();
  expect(await sellerTimeZone(lab.db)).toBe('UTC');
});

test('a home without a document gets the zone that its operator sets', async () => {
  await migrate();
  await lab.db.updateTable('installation').set({ default_time_zone: 'Europe/Vienna' }).execute();
  expect(await sellerTimeZone(lab.db)).toBe('Europe/Vienna');
});
