/** An index to count ignored and held mails of the last hours by their reason, because anyone can send any number of them. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index received_mails_reasons on received_mails (why, received_at) where outcome in ('ignored', 'held')
  `.execute(db);
}
