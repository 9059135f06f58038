/** Fixture: a house with a row in every table. */
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import { givenAccount, givenServer } from '../given.ts';
import { givenPaidOrder, givenSeller, issueNow } from '../given-invoices.ts';
import { givenSession } from '../given-sessions.ts';
import { givenStaff } from '../given-staff.ts';
import { givenTicket } from '../given-tickets.ts';
import { fillTables } from './fill-tables.ts';

/** `db`: of a superuser. Returns what it could not fill. */
export async function givenFilledDatabase(db: Kysely<Database>): Promise<string[]> {
  await givenCleanBooks(db);
  return fillTables(db);
}

/** A house whose books are sound, with rows in the tables that sales write. */
export async function givenCleanBooks(db: Kysely<Database>): Promise<{ accountId: number; userId: number }> {
  await givenSeller(db);
  const account = await givenAccount(db, { funds: 50_000n });
  await givenAccount(db, { funds: 1_000n });
  await givenServer(db, { accountId: account.accountId });
  await givenPaidOrder(db, { accountId: account.accountId, nets: [399n, 101n] });
  await givenPaidOrder(db, { accountId: account.accountId });
  await issueNow(db);
  await givenTicket(db, { accountId: account.accountId });
  await givenSession(db, account);
  await givenStaff(db, { role: 'support' });
  return account;
}
