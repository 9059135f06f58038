/**
 * Copies of servers' disks (snapshots lie on the node, backups on the operator's target), the addon that pays for backups,
 * and how much room there is for more.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table copies
      add column name text not null check (name <> ''),
      add column origin text not null check (origin in ('customer', 'weekly')),
      add column status text not null check (status in ('creating', 'ready', 'failed', 'deleting')),
      -- A sentence for the customer, when it failed.
      add column status_reason text,
      -- Of the server as it was, since a copy may outlive it.
      add column server_hostname text not null,
      add column server_ip text not null,
      add column size_gb integer not null check (size_gb > 0),
      add column image_id integer not null references images,
      -- Where its file lies; null until a worker has begun to store it.
      add column target text,
      add column object_key text,
      add column bytes bigint check (bytes > 0),
      add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
      -- Whether the guest's file systems stood still.
      add column frozen boolean,
      add column verified_at timestamptz,
      -- Set when its server has ended.
      add column kept_until timestamptz,
      add constraint copies_ready_is_whole check (
        status <> 'ready' or (target, object_key, bytes, sha256, frozen, verified_at) is not null);
    create index copies_listed on copies (account_id, kind, created_at, id) where status = 'ready';
    create index copies_kept_until on copies (kept_until) where kept_until is not null;

    -- What a new server's disk is made of, in place of its image.
    alter table servers add column source_copy_id integer references copies on delete set null;
    create index servers_source_copy on servers (source_copy_id) where source_copy_id is not null;

    alter table addons
      add column key text not null check (key <> ''),
      add column status text not null default 'active'
        check (status in ('awaiting_payment', 'processing', 'active', 'suspended', 'terminated')),
      add column ended_at timestamptz,
      -- Of addons that do something weekly; null: not planned yet.
      add column next_backup_at timestamptz;
    create unique index addons_once on addons (server_id, key) where status in ('active', 'suspended');
    create index addons_next_backup on addons (next_backup_at nulls first) where key = 'backups' and status = 'active';

    -- What the worker last saw of the places for copies; the API refuses what would not fit.
    create table copy_rooms (
      kind text primary key check (kind in ('snapshot', 'backup')),
      target text not null,
      -- Null: as much as anybody wants.
      free_bytes bigint,
      seen_at timestamptz not null
    );
  `.execute(db);
}
