/**
 * The moment from which the periods of a server are counted. The end of a period does not tell it: 28 February may be the end of one
 * that began on the 28th, the 29th, the 30th or the 31st. A server that was sold before has the moment of its activation, if
 * its period ends on a boundary counted from there; else the end itself.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table servers add column billing_anchor timestamptz;
    update servers s set billing_anchor = case when exists (
        select from generate_series(0, 1200) as n
        where (s.activated_at at time zone 'UTC' + n * interval '1 month') at time zone 'UTC' = s.expiry_at)
      then s.activated_at else s.expiry_at end
    where s.expiry_at is not null;
    comment on column servers.billing_anchor is 'From when its periods are counted; set together with expiry_at.';
    alter table servers add constraint servers_anchored check (expiry_at is null or billing_anchor is not null);
  `.execute(db);
}
