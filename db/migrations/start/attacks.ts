/**
 * Traffic to addresses, and attacks on them (docs/decisions/attacks.md).
 *
 * Buckets of a minute are stored together with those of 63 neighbours until they are folded. They are first folded into one row per address
 * and hour. Later they are folded into one row per address and day, with buckets of 5 minutes, then of an hour. model/net/traffic-buckets.ts
 * packs them.
 */
export const ATTACKS = `
  create table attacks (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    created_at timestamptz not null default now(),
    ip_address_id integer not null references ip_addresses on delete cascade,
    -- Id for customers, also in paths.
    key text not null unique default left(md5(gen_random_uuid()::text), 15) check (key ~ '^[A-Za-z0-9]{15}$'),
    started_at timestamptz not null default now(),
    -- End of the attack. Null while it continues.
    ended_at timestamptz,
    -- Time at which traffic was last above the level that ends the attack.
    busy_at timestamptz not null default now(),
    -- Measure that detected the attack: packets per second, bits per second, or more than the port carries.
    detector text not null default 'PPS' check (detector in ('PPS', 'BPS', 'BPS_LIMIT')),
    -- Main part of the traffic, which determines the name and the text of the attack (model/attacks/severity.ts).
    pattern text not null default 'udp' check (pattern in ('syn', 'tcp', 'udp', 'other', 'volume')),
    severity text not null default 'low' check (severity in ('low', 'middle', 'high')),
    -- Speed of the port in Mbit/s, by which the attack is rated.
    port_mbps integer not null default 1000,
    initial_bps bigint not null default 0,
    initial_pps bigint not null default 0,
    peak_bps bigint not null default 0,
    peak_pps bigint not null default 0,
    -- Largest protocols, ports and sources (model/attacks/shares.ts).
    shares jsonb not null default '{}'
  );
  create index attacks_account on attacks (account_id, id);
  create index attacks_ip_address on attacks (ip_address_id, started_at desc, id desc);
  create unique index attacks_ongoing on attacks (ip_address_id) where ended_at is null;
  create index attacks_ended on attacks (ended_at) where ended_at is not null;

  -- Sources that the kernel blocks now, as the worker last saw them. Not logged: a crash of PostgreSQL may empty the table.
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
    -- Ids of the addresses divided by 64.
    neighbours integer not null,
    -- Start of the buckets.
    at timestamptz not null,
    ip_address_ids integer[] not null,
    -- Packed buckets, in the order of ip_address_ids.
    buckets bytea[] not null,
    primary key (neighbours, at, id)
  ) with (autovacuum_analyze_scale_factor = 100);

  -- Buckets of an address, packed one after the other.
  create table address_traffic (
    ip_address_id integer not null references ip_addresses on delete cascade,
    -- Length of each bucket in seconds. 60 in a row for an hour, 300 or 3600 in a row for a day (UTC).
    step_seconds integer not null check (step_seconds in (60, 300, 3600)),
    -- Start of the hour or of the day.
    at timestamptz not null,
    buckets bytea not null,
    primary key (ip_address_id, step_seconds, at)
  );
  create index address_traffic_due on address_traffic (step_seconds, at);
`;
