/** ISO files: of a customer, downloaded from an address, or the operator's own, for everybody. A server has two drives for them. */
export const ISOS = `
  create table isos (
    id integer generated always as identity primary key,
    -- null: the operator's, for everybody.
    account_id integer references accounts,
    created_at timestamptz not null default now(),
    name text not null check (name <> ''),
    url text,
    status text not null check (status in ('downloading', 'ready', 'failed')),
    -- Bytes, once known.
    size bigint check (size >= 0),
    -- The required sha256, or that of the file.
    sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    -- A sentence for the customer, when it failed.
    error text,
    constraint isos_failed_says_why check ((status = 'failed') = (error is not null))
  );
  -- The nodes that have the file, and where.
  create table iso_files (
    iso_id integer not null references isos on delete cascade,
    node_id integer not null references nodes,
    path text not null check (path <> ''),
    primary key (iso_id, node_id)
  );

  create index isos_account on isos (account_id, id);

  alter table server_details add foreign key (primary_iso_id) references isos, add foreign key (secondary_iso_id) references isos;
  create index server_details_primary_iso on server_details (primary_iso_id) where primary_iso_id is not null;
  create index server_details_secondary_iso on server_details (secondary_iso_id) where secondary_iso_id is not null;
`;
