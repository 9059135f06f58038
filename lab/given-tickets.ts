/** Fixtures: tickets. */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Database } from '@innkeeper/db/schema';
import { insertAttachments, insertMessage, insertTicket } from '@innkeeper/db/tables/tickets';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import type { StoredFile } from '@innkeeper/engine/attachments/port';
import { type Insertable, type Kysely, sql } from 'kysely';

type GivenTicket = Partial<Omit<Insertable<Database['tickets']>, 'account_id'>> & { accountId: number };

/** Inserts an open ticket with a message of its customer. Returns its id. */
export async function givenTicket(db: Kysely<Database>, { accountId, ...fields }: GivenTicket): Promise<number> {
  const now = new Date();
  const department = await db.selectFrom('support_departments').select('id').orderBy('id').executeTakeFirstOrThrow();
  const times = { created_at: now, updated_at: now, waiting_since: now };
  const ticket = { ...times, subject: 'Given', department_id: department.id, ...fields };
  const id = await insertTicket(db, { account_id: accountId, ...ticket });
  await insertMessage(db, { ticket_id: id, created_at: now, author: 'customer', content: 'Given message.' });
  return id;
}

/** Inserts the row of a file of the ticket's first message. */
export async function givenAttachment(
  db: Kysely<Database>,
  given: { accountId: number; ticketId: number } & Partial<Insertable<Database['ticket_attachments']>>,
): Promise<{ id: number; key: string }> {
  const { accountId, ticketId, ...fields } = given;
  const message = await db.selectFrom('ticket_messages').select('id').where('ticket_id', '=', ticketId).executeTakeFirstOrThrow();
  const sha256 = createHash('sha256').update('given').digest('hex');
  const key = `${sha256}-${randomBytes(8).toString('hex')}`;
  const file = { author: 'customer' as const, name: 'given.txt', mime_type: 'text/plain', bytes: 5n, sha256, key };
  await insertAttachments(db, [
    { account_id: accountId, ticket_id: ticketId, message_id: message.id, created_at: new Date(), ...file, ...fields },
  ]);
  return db
    .selectFrom('ticket_attachments')
    .select(['id', 'key'])
    .where('key', '=', fields.key ?? key)
    .executeTakeFirstOrThrow();
}

/** Stores a file in the directory of an API or operator. */
export function storeFile(directory: string, content: string | Buffer): Promise<StoredFile> {
  return openAttachmentDirectory(directory).write(Readable.from([content]), new AbortController().signal);
}

/** Attachment directory for jobs without files. */
export const NO_ATTACHMENTS = {
  list: async () => [],
  remove: async () => {},
  write: () => Promise.reject(new Error('nobody sends files here')),
};

/**
 * Drops constraints of the tickets table so that a row needs only its account. Tests of triggers that every customer table has use this.
 */
export async function allowBareTickets(db: Kysely<Database>): Promise<void> {
  await sql`alter table tickets alter created_at set default now(), alter updated_at set default now(), alter subject set default 'given',
    alter department_id set default 1, drop constraint tickets_waiting, drop constraint tickets_resolved`.execute(db);
}
