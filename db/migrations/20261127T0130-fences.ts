/** Numbers and addresses that may have been assigned after a backup. A restore keeps them back (docs/decisions/restore.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const FENCES = `
  -- Numbers of a series that no document of this database has. A restore lost their documents, or found no record of any.
  create table invoice_gaps (
    id integer generated always as identity primary key,
    type text not null references invoice_series,
    -- First and last number of the gap, both inclusive.
    first integer not null check (first > 0),
    last integer not null,
    at timestamptz not null,
    -- Reason of the gap, as a sentence for the tax office.
    reason text not null check (reason <> ''),
    constraint invoice_gaps_in_order check (first <= last)
  );
  alter table invoice_series add column unknown_since timestamptz;
  comment on column invoice_series.unknown_since is 'Time since which the last number is unknown, because a restore found no journal of it. Nothing is issued then. Null if the number is known.';
  alter table ip_addresses add column fenced_at timestamptz;
  comment on column ip_addresses.fenced_at is 'Time since which the address is kept back (excluded), because a machine without a row for it has it. Null if it is not kept back for that.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(FENCES)).execute(db);
}
