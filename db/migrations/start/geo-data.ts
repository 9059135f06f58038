/**
 * Which networks are in which country, and of which autonomous system: data that the operator names (`./innkeeper geo`). An import writes rows of a new
 * data set, and is in use once its source says so; what another one had is deleted afterwards.
 */
export const GEO_DATA = `
  -- Where the data of a kind comes from, and what is in use.
  create table geo_sources (
    kind text primary key check (kind in ('country', 'asn')),
    -- A file of a worker's host, or an http or https URL.
    location text not null,
    -- As its publisher says them; shown wherever the data is.
    licence text not null default '',
    attribution text not null default '',
    -- When the operator, or the clock, asked for an import that has not ended.
    requested_at timestamptz,
    -- The one import that may be of less than half as many ranges as before.
    accepts_shrunk boolean not null default false,
    -- Of the last import that failed, in a sentence; null: it went well.
    error text,
    tried_at timestamptz
  );

  -- The result of an import.
  create table geo_datasets (
    id integer generated always as identity primary key,
    kind text not null references geo_sources,
    location text not null,
    licence text not null,
    attribution text not null,
    -- What the data calls itself: the date that it was built.
    version text not null,
    built_at timestamptz not null,
    imported_at timestamptz not null,
    ranges integer not null default 0,
    sha256 text not null,
    in_use boolean not null default false
  );
  create unique index geo_datasets_in_use on geo_datasets (kind) where in_use;

  -- Ranges of addresses; those of a data set don't overlap. Without a foreign key, which each of half a million rows would be checked by.
  create table geo_ranges (
    dataset_id integer not null,
    first_address inet not null,
    last_address inet not null,
    country text check (country ~ '^[A-Z]{2}$'),
    asn bigint check (asn between 0 and 4294967295),
    -- Of the autonomous system.
    name text,
    primary key (dataset_id, first_address)
  );
  create index geo_ranges_country on geo_ranges (dataset_id, country) where country is not null;
`;
