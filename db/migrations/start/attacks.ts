/**
 * Traffic to addresses, and attacks on them (docs/decisions/attacks.md). Buckets of a minute lie together with those of 63 neighbours until they are
 * folded, first into a row an address and hour, then into one an address and day in steps of 5 minutes, then of an hour
 * (model/traffic-buckets.ts packs them).
 */
export const ATTACKS = `
  create table attacks (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    created_at timestamptz not null default now(),
    ip_address_id integer not null references ip_addresses on delete cascade,
    -- Its id for customers, also in paths.
    key text not null unique default left(md5(gen_random_uuid()::text), 15) check (key ~ '^[A-Za-z0-9]{15}$'),
    started_at timestamptz not null default now(),
    -- Null: it goes on.
    ended_at timestamptz,
    -- When it was last above what ends it.
    busy_at timestamptz not null default now(),
    -- What detected it: packets a second, bits a second, or more than the port carries.
    detector text not null default 'PPS' check (detector in ('PPS', 'BPS', 'BPS_LIMIT')),
    -- What it is made of, mostly: its name and its sentence (model/attacks/severity.ts).
    pattern text not null default 'udp' check (pattern in ('syn', 'tcp', 'udp', 'other', 'volume')),
    severity text not null default 'low' check (severity in ('low', 'middle', 'high')),
    -- Of the port, by which it is judged.
    port_mbps integer not null default 1000,
    initial_bps bigint not null default 0,
    initial_pps bigint not null default 0,
    peak_bps bigint not null default 0,
    peak_pps bigint not null default 0,
    -- The largest protocols, ports and sources (model/attacks/shares.ts).
    shares jsonb not null default '{}'
  );
  create index attacks_account on attacks (account_id, id);
  create index attacks_ip_address on attacks (ip_address_id, started_at desc, id desc);
  create unique index attacks_ongoing on attacks (ip_address_id) where ended_at is null;
  create index attacks_ended on attacks (ended_at) where ended_at is not null;

  -- Sources that the kernel blocks now, as the worker last saw them. Only the present: a crash of PostgreSQL may empty it.
  create unlogged table blocked_sources (
    ip_address_id integer not null references ip_addresses on delete cascade,
    -- An address, or a prefix of 64 bits of IPv6.
    source inet not null,
    blocked_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (ip_address_id, source)
  );

  -- Buckets of a minute of addresses with neighbouring ids.
  create table traffic_batches (
    id bigint generated always as identity,
    -- The addresses' ids divided by 64.
    neighbours integer not null,
    -- When the buckets began.
    at timestamptz not null,
    ip_address_ids integer[] not null,
    -- Each packed, in the order of ip_address_ids.
    buckets bytea[] not null,
    primary key (neighbours, at, id)
  ) with (autovacuum_analyze_scale_factor = 100);

  -- Buckets of an address, packed one after the other.
  create table address_traffic (
    ip_address_id integer not null references ip_addresses on delete cascade,
    -- An hour's buckets of a minute, or a day's (UTC) of 5 minutes or of an hour.
    step_seconds integer not null check (step_seconds in (60, 300, 3600)),
    -- When the hour, or the day, began.
    at timestamptz not null,
    buckets bytea not null,
    primary key (ip_address_id, step_seconds, at)
  );
  create index address_traffic_due on address_traffic (step_seconds, at);
`;
