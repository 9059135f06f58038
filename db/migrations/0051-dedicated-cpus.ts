/**
 * A dedicated vCPU is a core of its own: it counts whole, whatever each core is promised to how many otherwise. Shared ones share the
 * cores that no dedicated one has. A server says itself which kind it has, since what is sold of its plan may change.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table servers add column dedicated_cpu boolean not null default false;
    -- One that is being moved to another plan is counted by what its workflow was told, which knows of no dedicated ones.
    update servers s set dedicated_cpu = true from plans p
    where p.id = s.plan_id and p.dedicated_cpu and not exists (
      select from workflows w where w.kind = 'server.scale' and w.resource_kind = 'server' and w.resource_id = s.id
        and w.finished_at is null);

    alter table nodes add column dedicated_vcpus_used integer not null default 0
      check (dedicated_vcpus_used between 0 and vcpus_used);
    update nodes n set dedicated_vcpus_used = held.vcpus
    from (select node_id, sum(vcpus)::int as vcpus from servers where holds_capacity and dedicated_cpu group by node_id) as held
    where held.node_id = n.id;

    drop trigger refuse_oversold on nodes;
    alter table nodes drop column vcpus_offered;
    alter table nodes add column vcpus_offered integer not null generated always as (
      floor(greatest(coalesce(vcpus_setting, vcpus_total) - dedicated_vcpus_used, 0) * vcpus_overcommit)::integer
      + least(coalesce(vcpus_setting, vcpus_total), dedicated_vcpus_used)) stored;
    create trigger refuse_oversold after update on nodes for each row
      when (
        (new.vcpus_used > old.vcpus_used or new.dedicated_vcpus_used > old.dedicated_vcpus_used)
          and new.vcpus_used > new.vcpus_offered
        or new.memory_mb_used > old.memory_mb_used and new.memory_mb_used > new.memory_mb_offered
        or new.disk_gb_used > old.disk_gb_used and new.disk_gb_used > new.disk_gb_offered
      )
      execute function refuse_oversold();

    comment on column servers.dedicated_cpu is 'Whether each of its vCPUs is a core of its own.';
    comment on column nodes.dedicated_vcpus_used is 'Those of vcpus_used that are cores of their own.';
    comment on column nodes.vcpus_offered is
      'What is sold of it at most while so many are dedicated: those whole, the other cores times the overcommit, rounded down. Kept by the database.';
  `.execute(db);
}
