/**
 * What servers used, in buckets of 5 minutes and by day. The bucket that is still open gathers in `server_usage`; once closed it
 * is 25 bytes at the end of its day's row (model/metrics.ts packs it). A year of 1 000 servers is 365 000 rows and 1.9 GB so, and
 * 105 million rows and 11.4 GB with a row a bucket; a month of one server is read in 4 ms (docs/decisions/metrics.md).
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table server_usage
      add column disk_read_bytes bigint not null default 0,
      add column disk_written_bytes bigint not null default 0,
      add column bucket_at timestamptz not null default 'epoch',
      add column bucket_running boolean not null default false,
      add column bucket_seconds double precision not null default 0,
      add column bucket_cpu_seconds double precision not null default 0,
      add column bucket_in_bytes bigint not null default 0,
      add column bucket_out_bytes bigint not null default 0,
      add column bucket_read_bytes bigint not null default 0,
      add column bucket_written_bytes bigint not null default 0;
    -- Written every few seconds: room for the next version on the same page keeps it from growing.
    alter table server_usage set (fillfactor = 50);

    create table server_metrics (
      server_id integer not null references servers,
      -- UTC.
      day date not null,
      buckets bytea not null,
      primary key (server_id, day)
    );
    create index server_metrics_day on server_metrics (day);

    create table server_traffic (
      server_id integer not null references servers,
      -- UTC.
      day date not null,
      in_bytes bigint not null check (in_bytes >= 0),
      out_bytes bigint not null check (out_bytes >= 0),
      primary key (server_id, day)
    ) with (fillfactor = 80);
    create index server_traffic_day on server_traffic (day);
  `.execute(db);
}
