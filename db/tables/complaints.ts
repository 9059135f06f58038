/** Complaints about abuse. Complaints arrive by mail and become messages of a ticket without an account. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Returns the ticket of the latest complaint about one of these addresses that arrived after `since`. */
export async function findComplaintTicket(
  db: Kysely<Database>,
  addresses: readonly string[],
  since: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('received_mails')
    .select('ticket_id')
    .where('outcome', '=', 'complaint')
    .where('received_at', '>', since)
    .where(sql<boolean>`complaint_addresses && ${[...addresses]}::text[]`)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ticket_id ?? undefined;
}

/** Counts complaint tickets that were opened after `since`. */
export async function countComplaintTickets(db: Kysely<Database>, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('tickets')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('complaint', '=', true)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the complaints of a ticket, oldest first. A complaint without a recorded time counts as of its arrival. */
export async function complaintsOfTicket(
  db: Kysely<Database>,
  ticket: number,
): Promise<{ addresses: string[]; time: Date; kind: string | null }[]> {
  return db
    .selectFrom('received_mails')
    .select((eb) => ['complaint_addresses as addresses', eb.fn.coalesce('complaint_time', 'received_at').as('time')])
    .select('complaint_kind as kind')
    .where('outcome', '=', 'complaint')
    .where('ticket_id', '=', ticket)
    .orderBy('id')
    .execute();
}

/** Returns whether an address is in a pool of this installation. */
export async function isInPool(db: Kysely<Database>, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('ip_pools')
    .select('id')
    .where(sql<boolean>`cidr::inet >>= ${address}::inet`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Key of the department of complaints. The department takes no tickets of customers, unless the operator's catalogue has a department with
 * this key.
 */
const DEPARTMENT = 'abuse';

/** Returns the id of the department of complaints, or `undefined` if no address for complaints was ever set. */
export async function findComplaintDepartment(db: Kysely<Database>): Promise<number | undefined> {
  return (await db.selectFrom('support_departments').select('id').where('key', '=', DEPARTMENT).executeTakeFirst())?.id;
}

/** Adds the department of complaints unless it exists. */
export async function addComplaintDepartment(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .insertInto('support_departments')
    .values({ key: DEPARTMENT, name: 'Abuse', position: 1_000, disabled_at: now })
    .onConflict((oc) => oc.column('key').doNothing())
    .execute();
}
