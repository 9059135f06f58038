/** ISO files, downloaded by a customer or provided by the operator for everybody. A server has two drives for them. */
export const ISOS = `
  create table isos (
    id integer generated always as identity primary key,
    -- Account that downloaded the file. Null for a file of the operator, which everybody can use.
    account_id integer references accounts,
    created_at timestamptz not null default now(),
    name text not null check (name <> ''),
    url text,
    status text not null check (status in ('downloading', 'ready', 'failed')),
    -- Size in bytes. Null until known.
    size bigint check (size >= 0),
    -- Required SHA-256, or that of the file.
    sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    -- Sentence for the customer, if the download failed.
    error text,
    constraint isos_failed_says_why check ((status = 'failed') = (error is not null))
  );
  -- Nodes that have the file, and its path there.
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
