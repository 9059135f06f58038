/** Copies of servers' disks, and the space left for more. Snapshots are on the node, backups in the operator's store. */
export const COPIES = `
  create table copies (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    created_at timestamptz not null default now(),
    kind text not null check (kind in ('snapshot', 'backup')),
    server_id integer not null references server_details,
    -- Node whose disk has the file, or will have it. Null if every node reaches the store.
    node_id integer references nodes,
    name text not null check (name <> ''),
    -- Reason for the copy. The oldest weekly copy is deleted for a new one.
    origin text not null check (origin in ('customer', 'weekly', 'last')),
    status text not null check (status in ('creating', 'ready', 'failed', 'deleting')),
    -- Sentence for the customer, if the copy failed.
    status_reason text,
    -- Properties of the server at the time of the copy.
    server_hostname text not null,
    server_ip text not null,
    size_gb integer not null check (size_gb > 0),
    image_id integer not null references images,
    -- Name of the store that has the file. Null until a worker begins to store it.
    target text,
    object_key text,
    -- Size in bytes and SHA-256 of the file.
    bytes bigint check (bytes > 0),
    sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    -- True if the guest's file systems were frozen for the copy. Otherwise the copy is as after a power failure.
    frozen boolean,
    verified_at timestamptz,
    -- Time until which the copy is kept. Set when its server has ended.
    kept_until timestamptz,
    constraint copies_ready_is_whole check (
      status <> 'ready' or (target, object_key, bytes, sha256, frozen, verified_at) is not null)
  );
  create index copies_account on copies (account_id, id);
  create index copies_server on copies (server_id);
  create index copies_listed on copies (account_id, kind, created_at, id) where status = 'ready';
  create index copies_kept_until on copies (kept_until) where kept_until is not null;

  alter table server_details add foreign key (source_copy_id) references copies on delete set null;
  create index server_details_source_copy on server_details (source_copy_id) where source_copy_id is not null;

  -- Stores in which each node puts copies, as its worker last saw them.
  create table copy_rooms (
    kind text not null check (kind in ('snapshot', 'backup')),
    node_id integer not null references nodes,
    target text not null,
    -- Location that is the same for all nodes that reach the store. Null if the store is on the node's own disk.
    location text check (location <> ''),
    -- Bytes that are free for copies, without the operator's reserve. Null for unlimited.
    free_bytes bigint,
    seen_at timestamptz not null,
    primary key (kind, node_id)
  );
`;
