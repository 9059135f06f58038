/**
 * Countries and autonomous systems of networks, from data that the operator names (`./innkeeper geo`). An import writes rows of a new data
 * set. The data set is in use once its source says so, and the rows of its predecessor are deleted afterwards.
 */
export const GEO_DATA = `
  -- Source of each kind of data, and the state of its import.
  create table geo_sources (
    kind text primary key check (kind in ('country', 'asn')),
    -- File on a worker's host, or an HTTP or HTTPS URL.
    location text not null,
    -- Licence and attribution as the publisher states them, shown wherever the data is shown.
    licence text not null default '',
    attribution text not null default '',
    -- Time at which the operator or the schedule requested an import that has not ended. Null if none is requested.
    requested_at timestamptz,
    -- True if the requested import may have less than half as many ranges as before.
    accepts_shrunk boolean not null default false,
    -- Error of the last import, as a sentence. Null if it succeeded.
    error text,
    tried_at timestamptz
  );

  -- Result of an import.
  create table geo_datasets (
    id integer generated always as identity primary key,
    kind text not null references geo_sources,
    location text not null,
    licence text not null,
    attribution text not null,
    -- Version of the data as its publisher states it: the build date.
    version text not null,
    built_at timestamptz not null,
    imported_at timestamptz not null,
    ranges integer not null default 0,
    sha256 text not null,
    in_use boolean not null default false
  );
  create unique index geo_datasets_in_use on geo_datasets (kind) where in_use;

  -- Ranges of addresses, which do not overlap within a data set. Without a foreign key, whose check would run for each of half a million
  -- rows.
  create table geo_ranges (
    dataset_id integer not null,
    first_address inet not null,
    last_address inet not null,
    country text check (country ~ '^[A-Z]{2}$'),
    asn bigint check (asn between 0 and 4294967295),
    -- Name of the autonomous system.
    name text,
    primary key (dataset_id, first_address)
  );
  create index geo_ranges_country on geo_ranges (dataset_id, country) where country is not null;
`;
