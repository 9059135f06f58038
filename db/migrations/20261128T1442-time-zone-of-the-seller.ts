/**
 * The time zone of the seller, for dates of documents, for months and quarters, and for the first day of a VAT rate.
 *
 * Documents so far have dates in UTC. A home that has issued one keeps UTC.
 */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const TIME_ZONE_OF_THE_SELLER = `
  alter table seller add column time_zone text check (time_zone <> '');
  comment on column seller.time_zone is 'IANA time zone that the catalogue names. Null if it names none.';
  alter table installation
    add column default_time_zone text not null default 'UTC' check (default_time_zone <> ''),
    add column document_time_zone text check (document_time_zone <> '');
  comment on column installation.default_time_zone is 'Time zone of the seller without one in the catalogue: the configuration key guests.time_zone at the latest start.';
  comment on column installation.document_time_zone is 'Time zone of all documents, which the first one fixes. Null before it.';
  update installation set document_time_zone = 'UTC' where exists (select from invoices);
  drop trigger tell_tax on seller;
  create trigger tell_tax after update of country, oss, small_business_threshold_passed, time_zone on seller
    for each statement execute function tell_tax_of_all();
  create trigger tell_tax after update of default_time_zone, document_time_zone on installation
    for each statement execute function tell_tax_of_all();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(TIME_ZONE_OF_THE_SELLER)).execute(db);
}
