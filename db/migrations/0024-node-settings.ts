/**
 * What an operator says of a node, beside what its machine has. A node may offer less than is sold on it already, when it was set so
 * or its machine shrank: then nothing more is sold, but nothing that is there breaks a rule.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table nodes
      drop constraint nodes_vcpus_fit,
      drop constraint nodes_memory_fits,
      drop constraint nodes_disk_fits;

    -- vCPUs were counted as 4 a core; now the cores are counted, and that each is promised 4 times is a setting.
    alter table nodes add column vcpus_overcommit numeric(4, 2) not null default 4 check (vcpus_overcommit between 0.1 and 20);
    alter table nodes alter column vcpus_overcommit set default 1;
    update nodes set vcpus_total = ceil(vcpus_total / 4.0);

    alter table nodes
      add column memory_overcommit numeric(4, 2) not null default 1 check (memory_overcommit between 0.1 and 20),
      add column disk_overcommit numeric(4, 2) not null default 1 check (disk_overcommit between 0.1 and 20),
      add column vcpus_setting integer check (vcpus_setting > 0),
      add column memory_mb_setting integer check (memory_mb_setting > 0),
      add column disk_gb_setting integer check (disk_gb_setting > 0);

    alter table nodes
      add column vcpus_offered integer not null
        generated always as (floor(coalesce(vcpus_setting, vcpus_total) * vcpus_overcommit)::integer) stored,
      add column memory_mb_offered integer not null
        generated always as (floor(coalesce(memory_mb_setting, memory_mb_total) * memory_overcommit)::integer) stored,
      add column disk_gb_offered integer not null
        generated always as (floor(coalesce(disk_gb_setting, disk_gb_total) * disk_overcommit)::integer) stored;

    create function refuse_oversold() returns trigger language plpgsql as $$
    begin
      raise exception 'more of node % would be sold than it offers', new.name using errcode = 'check_violation';
    end $$;
    create trigger refuse_oversold after update on nodes for each row
      when (
        new.vcpus_used > old.vcpus_used and new.vcpus_used > new.vcpus_offered
        or new.memory_mb_used > old.memory_mb_used and new.memory_mb_used > new.memory_mb_offered
        or new.disk_gb_used > old.disk_gb_used and new.disk_gb_used > new.disk_gb_offered
      )
      execute function refuse_oversold();
  `.execute(db);
}
