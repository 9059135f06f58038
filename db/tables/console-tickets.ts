/** Console tickets: single-use secrets that open the screen of a server. */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';

export async function insertConsoleTicket(db: Kysely<Database>, ticket: Insertable<Database['console_tickets']>): Promise<void> {
  await db.insertInto('console_tickets').values(ticket).execute();
}

/**
 * Deletes and returns a ticket, so that only one of two concurrent callers gets it. Returns `undefined` if the ticket is unknown or
 * expired.
 */
export async function takeConsoleTicket(
  db: Kysely<Database>,
  secretHash: Buffer,
  now: Date,
): Promise<Selectable<Database['console_tickets']> | undefined> {
  const ticket = await db.deleteFrom('console_tickets').where('secret_hash', '=', secretHash).returningAll().executeTakeFirst();
  return ticket && ticket.expires_at > now ? ticket : undefined;
}

/** Locks a ticket. Returns `undefined` if the ticket is unknown or expired. */
export async function lockConsoleTicket(
  trx: Kysely<Database>,
  secretHash: Buffer,
  now: Date,
): Promise<Selectable<Database['console_tickets']> | undefined> {
  return trx
    .selectFrom('console_tickets')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** Makes a ticket expire at `end`. Does nothing if the ticket expires earlier. */
export async function shortenConsoleTicket(trx: Kysely<Database>, secretHash: Buffer, end: Date): Promise<void> {
  await trx
    .updateTable('console_tickets')
    .set({ expires_at: end })
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', end)
    .execute();
}

/** Counts the tickets of an account, including expired ones that are not purged yet. */
export async function countConsoleTickets(db: Kysely<Database>, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('console_tickets')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes expired tickets. */
export async function purgeConsoleTickets(db: Kysely<Database>, now: Date): Promise<void> {
  await db.deleteFrom('console_tickets').where('expires_at', '<=', now).execute();
}
