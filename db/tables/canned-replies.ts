import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export type CannedReply = Selectable<Database['canned_replies']>;

export function findCannedReply(db: Kysely<Database>, key: string): Promise<CannedReply | undefined> {
  return db.selectFrom('canned_replies').selectAll().where('key', '=', key).executeTakeFirst();
}

/** Inserts a canned reply. Returns `undefined` if the key is taken. */
export function insertCannedReply(
  trx: Transaction<Database>,
  { key, text, now }: { key: string; text: string; now: Date },
): Promise<CannedReply | undefined> {
  return trx
    .insertInto('canned_replies')
    .values({ key, text, created_at: now, updated_at: now })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Updates a canned reply. Returns `undefined` if the key does not exist. */
export function updateCannedReply(
  trx: Transaction<Database>,
  { key, text, now }: { key: string; text: string; now: Date },
): Promise<CannedReply | undefined> {
  return trx
    .updateTable('canned_replies')
    .set({ text, updated_at: now })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a canned reply. Returns `undefined` if the key does not exist. */
export function deleteCannedReply(trx: Transaction<Database>, key: string): Promise<{ id: number } | undefined> {
  return trx.deleteFrom('canned_replies').where('key', '=', key).returning('id').executeTakeFirst();
}

export interface TicketNames {
  subject: string;
  /** Name of the requester, else of the account, or `null` if both are empty. */
  name: string | null;
  /** Hostname of the ticket's server, or `null` if the ticket is about none. */
  server: string | null;
}

/** Returns the values that a reply may insert about a ticket, or `undefined` if the ticket does not exist. */
export async function namesOfTicket(db: Kysely<Database>, ticketId: number): Promise<TicketNames | undefined> {
  const { rows } = await sql<TicketNames>`
    select t.subject, coalesce(nullif(u.name, ''), nullif(a.name, '')) as name, s.hostname as server
    from tickets t left join users u on u.id = t.user_id left join accounts a on a.id = t.account_id
    left join server_details s on s.id = t.service_id
    where t.id = ${ticketId}`.execute(db);
  return rows[0];
}
