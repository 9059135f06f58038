/** A page that shows a console comes back after its connection broke: its secret may be traded for fresh ones for a while. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from console_tickets;
    alter table console_tickets add column renewable_until timestamptz not null;
    create index console_tickets_account on console_tickets (account_id);
    comment on column console_tickets.renewable_until is 'How long it and what it is traded for may be traded again.';
  `.execute(db);
}
