/** Time and kind of a complaint, so that the staff can forward both to the holder of the address without the complaint itself. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table received_mails add column complaint_time timestamptz, add column complaint_kind text
  `.execute(db);
  await sql`
    comment on column received_mails.complaint_time is 'Reported time of a complaint, or its arrival. Null for other mail and older complaints.'
  `.execute(db);
  await sql`
    comment on column received_mails.complaint_kind is 'Kind of a complaint in its own words. Null if it states none.'
  `.execute(db);
}
