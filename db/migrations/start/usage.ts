/**
 * Usage of running servers (docs/decisions/metrics.md): the latest sample of each server with its open bucket of 5 minutes, closed buckets,
 * and traffic.
 *
 * Closed buckets are stored together with those of 63 neighbours until they are folded into the row of their server and day. Each bucket
 * takes 25 bytes (model/servers/metrics.ts packs them). A year of 1 000 servers takes 365 000 rows and 1.9 GB this way. With a row per bucket, it
 * would take 105 million rows and 11.4 GB.
 */
export const USAGE = `
  -- Latest sample of a server. Written every few seconds and therefore not logged: a crash of PostgreSQL empties the table. The next sample
  -- then continues from server_usage.
  create unlogged table server_samples (
    server_id integer primary key references server_details,
    sampled_at timestamptz not null,
    -- Counters of the last sample. The next sample counts the difference.
    cpu_seconds double precision not null,
    net_in_bytes bigint not null,
    net_out_bytes bigint not null,
    disk_read_bytes bigint not null,
    disk_written_bytes bigint not null,
    -- Share of the vCPUs in use between the last two samples, 0 to 100.
    cpu_percent real not null check (cpu_percent between 0 and 100),
    disk_bytes bigint not null,
    -- Counted bytes that are not yet in server_usage and server_traffic.
    unsaved_in_bytes bigint not null,
    unsaved_out_bytes bigint not null,
    -- Sums of the bucket of 5 minutes that the sample is in.
    bucket_running boolean not null,
    -- Seconds between the samples in the bucket.
    bucket_seconds double precision not null,
    bucket_cpu_seconds double precision not null,
    bucket_in_bytes bigint not null,
    bucket_out_bytes bigint not null,
    bucket_read_bytes bigint not null,
    bucket_written_bytes bigint not null
  -- Room for the next version of a row on the same page keeps the table from growing, without a vacuum every minute. No query plan depends
  -- on its statistics.
  ) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 50, autovacuum_analyze_scale_factor = 100);

  -- Traffic of a server up to its last save: after 64 MB, and with the first sample of an hour.
  create table server_usage (
    server_id integer primary key references server_details,
    saved_at timestamptz not null,
    -- Counters of the saved sample. All traffic up to them is counted.
    net_in_bytes bigint not null,
    net_out_bytes bigint not null,
    cycle_began_at timestamptz not null,
    -- Bytes received and sent since the cycle began, over all boots.
    cycle_bytes bigint not null
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 5, autovacuum_analyze_scale_factor = 100);

  -- Closed buckets of servers with neighbouring ids, of one moment, until they are folded into server_metrics.
  create table server_metric_batches (
    id bigint generated always as identity,
    -- Ids of the servers divided by 64.
    neighbours integer not null,
    -- Start of the buckets.
    at timestamptz not null,
    server_ids integer[] not null,
    -- Packed buckets (model/servers/metrics.ts), in the order of server_ids.
    buckets bytea[] not null,
    primary key (neighbours, at, id)
  ) with (autovacuum_analyze_scale_factor = 100);

  -- The closed buckets of a day (UTC), packed one after the other (model/servers/metrics.ts).
  create table server_metrics (
    server_id integer not null references server_details,
    day date not null,
    buckets bytea not null,
    primary key (server_id, day)
  );
  create index server_metrics_day on server_metrics (day);

  -- Bytes that a server received and sent on a day (UTC).
  create table server_traffic (
    server_id integer not null references server_details,
    day date not null,
    in_bytes bigint not null check (in_bytes >= 0),
    out_bytes bigint not null check (out_bytes >= 0),
    primary key (server_id, day)
  ) with (fillfactor = 80);
  create index server_traffic_day on server_traffic (day);
`;
