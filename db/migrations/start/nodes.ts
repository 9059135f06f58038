/**
 * Nodes: what each has, what an operator lets it offer, and what is reserved of it. A node may offer less than is sold on it
 * already, when it was set so or its machine shrank: then nothing more is sold, but nothing that is there breaks a rule.
 *
 * A dedicated vCPU is a whole core, whatever the overcommit. Shared vCPUs share the remaining cores.
 */
export const NODES = `
  create table nodes (
    id integer generated always as identity primary key,
    -- Also the name of a socket's file.
    name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    state text not null default 'active' check (state in ('active', 'draining', 'offline')),
    engine text not null,
    accelerator text not null default '',
    accelerator_why text not null default '',
    -- What \`up\` measured: cores, and the memory and disk that can be sold.
    vcpus_total integer not null check (vcpus_total >= 0),
    memory_mb_total integer not null check (memory_mb_total >= 0),
    disk_gb_total integer not null check (disk_gb_total >= 0),
    -- What its servers hold. It can be more than the node offers after that was reduced, but then it cannot grow.
    vcpus_used integer not null default 0 check (vcpus_used >= 0),
    memory_mb_used integer not null default 0 check (memory_mb_used >= 0),
    disk_gb_used integer not null default 0 check (disk_gb_used >= 0),
    -- When its worker last wrote that it is there, which it does every 5 s; null: no worker ever was.
    seen_at timestamptz,
    -- By when its worker, which said that it leaves or is being started, is to be there again; null: it said nothing.
    back_by timestamptz,
    -- The overcommit, 0.1 to 20.
    vcpus_overcommit numeric(4, 2) not null default 1 check (vcpus_overcommit between 0.1 and 20),
    memory_overcommit numeric(4, 2) not null default 1 check (memory_overcommit between 0.1 and 20),
    disk_overcommit numeric(4, 2) not null default 1 check (disk_overcommit between 0.1 and 20),
    -- How its guests reach the internet, as model/uplink.ts says; null: not at all.
    uplink jsonb,
    -- When the worker had made it so; null: not yet. What kept it from that, or keeps it from looking after it.
    uplink_made_at timestamptz,
    uplink_error text,
    -- Network as the worker last read it from the kernel, by model/node-network.ts; null: not read yet.
    network jsonb,
    -- What the operator set; null: what was measured.
    vcpus_setting integer check (vcpus_setting > 0),
    memory_mb_setting integer check (memory_mb_setting > 0),
    disk_gb_setting integer check (disk_gb_setting > 0),
    memory_mb_offered integer not null
      generated always as (floor(coalesce(memory_mb_setting, memory_mb_total) * memory_overcommit)::integer) stored,
    disk_gb_offered integer not null
      generated always as (floor(coalesce(disk_gb_setting, disk_gb_total) * disk_overcommit)::integer) stored,
    -- Those of vcpus_used that are cores of their own.
    dedicated_vcpus_used integer not null default 0 check (dedicated_vcpus_used between 0 and vcpus_used),
    -- What can be sold at most: dedicated vCPUs as whole cores, the other cores times the overcommit, rounded down. Calculated
    -- by the database.
    vcpus_offered integer not null generated always as (
      floor(greatest(coalesce(vcpus_setting, vcpus_total) - dedicated_vcpus_used, 0) * vcpus_overcommit)::integer
      + least(coalesce(vcpus_setting, vcpus_total), dedicated_vcpus_used)) stored
  );

  -- Its condition is in the function: all orders meet at this row, and PostgreSQL would read the condition of a trigger again for each.
  create function refuse_oversold() returns trigger language plpgsql as $$
  begin
    if (new.vcpus_used > old.vcpus_used or new.dedicated_vcpus_used > old.dedicated_vcpus_used)
        and (new.vcpus_used > new.vcpus_offered or new.state <> 'active')
      or new.memory_mb_used > old.memory_mb_used and (new.memory_mb_used > new.memory_mb_offered or new.state <> 'active')
      or new.disk_gb_used > old.disk_gb_used and (new.disk_gb_used > new.disk_gb_offered or new.state <> 'active') then
      raise exception '%', case new.state when 'active' then format('more of node %s would be sold than it offers', new.name)
          else format('node %s takes nothing new', new.name) end
        using errcode = 'check_violation', constraint = 'nodes_room';
    end if;
    return null;
  end $$;
  create trigger refuse_oversold
    after update of vcpus_used, dedicated_vcpus_used, memory_mb_used, disk_gb_used on nodes for each row execute function refuse_oversold();

  -- What of a node's disk is held for ISO files; part of nodes.disk_gb_used.
  create table disk_rooms (
    kind text not null check (kind in ('iso')),
    -- Outlives the row of its file until the file itself is gone.
    resource_id integer not null,
    node_id integer not null references nodes,
    -- null: the operator's.
    account_id integer references accounts,
    -- Its size, or the largest size allowed while that is not known.
    gb integer not null check (gb > 0),
    primary key (kind, resource_id, node_id)
  );
  create index disk_rooms_account on disk_rooms (account_id);
`;
