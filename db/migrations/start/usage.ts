/**
 * What running servers use: the latest look at each, and buckets of 5 minutes by day. The bucket that is still open gathers in
 * `server_usage`; once closed it is 25 bytes at the end of its day's row (model/metrics.ts packs it). A year of 1 000 servers is
 * 365 000 rows and 1.9 GB so, and 105 million rows and 11.4 GB with a row a bucket; a month of one server is read in 4 ms
 * (docs/decisions/metrics.md).
 */
export const USAGE = `
  -- The latest look at a running server, for its live status; the worker writes it every few seconds.
  create table server_usage (
    server_id integer primary key references server_details,
    sampled_at timestamptz not null,
    -- Counters of the last sample; the next one counts the difference.
    cpu_seconds double precision not null,
    net_in_bytes bigint not null,
    net_out_bytes bigint not null,
    -- Share of its vCPUs in use between the last two samples, 0 to 100.
    cpu_percent real not null check (cpu_percent between 0 and 100),
    disk_bytes bigint not null,
    -- In and out since the cycle began, over all boots.
    cycle_bytes bigint not null,
    cycle_began_at timestamptz not null,
    disk_read_bytes bigint not null default 0,
    disk_written_bytes bigint not null default 0,
    -- The current bucket of 5 minutes, and its sums so far.
    bucket_at timestamptz not null default 'epoch',
    bucket_running boolean not null default false,
    -- Between the samples in it.
    bucket_seconds double precision not null default 0,
    bucket_cpu_seconds double precision not null default 0,
    bucket_in_bytes bigint not null default 0,
    bucket_out_bytes bigint not null default 0,
    bucket_read_bytes bigint not null default 0,
    bucket_written_bytes bigint not null default 0
  -- Written every few seconds: room for the next version on the same page keeps it from growing.
  ) with (fillfactor = 50);

  -- The closed buckets of a day (UTC), packed one after the other (model/metrics.ts).
  create table server_metrics (
    server_id integer not null references server_details,
    day date not null,
    buckets bytea not null,
    primary key (server_id, day)
  );
  create index server_metrics_day on server_metrics (day);

  -- What a server received and sent on a day (UTC).
  create table server_traffic (
    server_id integer not null references server_details,
    day date not null,
    in_bytes bigint not null check (in_bytes >= 0),
    out_bytes bigint not null check (out_bytes >= 0),
    primary key (server_id, day)
  ) with (fillfactor = 80);
  create index server_traffic_day on server_traffic (day);
`;
