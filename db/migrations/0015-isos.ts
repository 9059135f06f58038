/**
 * ISO files: of a customer, downloaded from an address, or the operator's own, for everybody. A server has two drives for
 * them. Comes after the events, whose triggers it changes: a file of the operator is no news in any account.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await files(db);
  await drives(db);
  await events(db);
}

async function files(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table isos
      alter column account_id drop not null,
      add column name text not null check (name <> ''),
      add column url text,
      add column status text not null check (status in ('downloading', 'ready', 'failed')),
      -- Bytes.
      add column size bigint check (size >= 0),
      add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
      add column error text,
      -- On the node; null until the file is whole.
      add column path text check (path <> ''),
      add constraint isos_ready_is_there check ((status = 'ready') = (path is not null)),
      add constraint isos_failed_says_why check ((status = 'failed') = (error is not null));
  `.execute(db);
}

async function drives(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table servers
      add column primary_iso_id integer references isos,
      add column secondary_iso_id integer references isos,
      -- Whether the next start boots the primary drive.
      add column boot_iso boolean not null default false,
      add constraint servers_ended_has_no_iso
        check (status <> 'terminated' or (primary_iso_id is null and secondary_iso_id is null));
    create index servers_primary_iso on servers (primary_iso_id) where primary_iso_id is not null;
    create index servers_secondary_iso on servers (secondary_iso_id) where secondary_iso_id is not null;

    -- What ends leaves its drives empty.
    create function empty_drives() returns trigger language plpgsql as $$
    begin
      new.primary_iso_id := null;
      new.secondary_iso_id := null;
      return new;
    end $$;
    create trigger empty_drives before insert or update of status on servers
      for each row when (new.status = 'terminated') execute function empty_drives();

    -- The image of servers that are installed from an ISO: never on sale, always there.
    insert into image_groups (key, name, type, position) values ('custom', 'Custom', 'os', 1000);
    insert into images (key, name, group_id, path, format, disabled_at)
      select 'custom', 'Own ISO', id, '/dev/null', 'raw', now() from image_groups where key = 'custom';
  `.execute(db);
}

async function events(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger tell_iso_insert on isos;
    drop trigger tell_iso_update on isos;
    drop trigger tell_iso_delete on isos;
    create constraint trigger tell_iso_insert after insert on isos deferrable initially deferred
      for each row when (new.account_id is not null) execute function tell_of_owned('iso', 'status', 'size');
    create constraint trigger tell_iso_update after update on isos deferrable initially deferred
      for each row when (new.account_id is not null and old is distinct from new)
      execute function tell_of_owned('iso', 'status', 'size');
    create constraint trigger tell_iso_delete after delete on isos deferrable initially deferred
      for each row when (old.account_id is not null) execute function tell_of_owned('iso', 'status', 'size');
  `.execute(db);
}
