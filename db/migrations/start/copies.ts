/**
 * Copies of servers' disks (snapshots lie on the node, backups on the operator's target), and how much room there is for more.
 */
export const COPIES = `
  create table copies (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    created_at timestamptz not null default now(),
    kind text not null check (kind in ('snapshot', 'backup')),
    server_id integer not null references server_details,
    -- The node on whose disk the file is, or is being created; null: in a store that every node reaches.
    node_id integer references nodes,
    name text not null check (name <> ''),
    -- Why it was made: the oldest weekly copy is removed for a new one.
    origin text not null check (origin in ('customer', 'weekly', 'last')),
    status text not null check (status in ('creating', 'ready', 'failed', 'deleting')),
    -- A sentence for the customer, when it failed.
    status_reason text,
    -- Of the server as it was.
    server_hostname text not null,
    server_ip text not null,
    size_gb integer not null check (size_gb > 0),
    image_id integer not null references images,
    -- Name of the store that has its file; null until a worker has begun to store it.
    target text,
    object_key text,
    -- Of the file.
    bytes bigint check (bytes > 0),
    sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    -- Whether the guest's file systems were frozen for the copy; otherwise it is as after a power failure.
    frozen boolean,
    verified_at timestamptz,
    -- Set when its server has ended.
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

  -- What each node's worker last saw of the stores in which it puts copies.
  create table copy_rooms (
    kind text not null check (kind in ('snapshot', 'backup')),
    node_id integer not null references nodes,
    target text not null,
    -- The same for all nodes that reach this store; null: it is on the node's own disk.
    location text check (location <> ''),
    -- Bytes that are free for copies, without the operator's reserve; null: unlimited.
    free_bytes bigint,
    seen_at timestamptz not null,
    primary key (kind, node_id)
  );
`;
