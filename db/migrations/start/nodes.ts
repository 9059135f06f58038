/**
 * Nodes: their measured capacity, what an operator lets them offer, and what is reserved.
 *
 * A node may offer less than is already sold on it, after a new setting or a loss of hardware. Then nothing more is sold, but existing
 * servers violate no rule. A dedicated vCPU is a whole core, whatever the overcommit. Shared vCPUs share the remaining cores.
 */
export const NODES = `
  create table nodes (
    id integer generated always as identity primary key,
    -- Name of the node, and of a socket's file.
    name text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    state text not null default 'active' check (state in ('active', 'draining', 'offline')),
    engine text not null,
    accelerator text not null default '',
    accelerator_why text not null default '',
    -- Capacity that \`up\` measured: cores, and the memory and disk that can be sold.
    vcpus_total integer not null check (vcpus_total >= 0),
    memory_mb_total integer not null check (memory_mb_total >= 0),
    disk_gb_total integer not null check (disk_gb_total >= 0),
    -- Capacity that its servers hold. It can exceed what the node offers after that was reduced, but then it cannot grow.
    vcpus_used integer not null default 0 check (vcpus_used >= 0),
    memory_mb_used integer not null default 0 check (memory_mb_used >= 0),
    disk_gb_used integer not null default 0 check (disk_gb_used >= 0),
    -- Time at which its worker last reported, which it does every 5 s. Null if it never had a worker.
    seen_at timestamptz,
    -- Time by which its worker is expected back, after it announced that it leaves or starts. Null if nothing was announced.
    back_by timestamptz,
    -- Overcommit, 0.1 to 20.
    vcpus_overcommit numeric(4, 2) not null default 1 check (vcpus_overcommit between 0.1 and 20),
    memory_overcommit numeric(4, 2) not null default 1 check (memory_overcommit between 0.1 and 20),
    disk_overcommit numeric(4, 2) not null default 1 check (disk_overcommit between 0.1 and 20),
    -- Uplink of its guests to the internet (model/net/uplink.ts). Null for none.
    uplink jsonb,
    -- Time at which the worker had set up the uplink. Null if not yet. \`uplink_error\` holds what prevents the set-up or its upkeep.
    uplink_made_at timestamptz,
    uplink_error text,
    -- Network as the worker last read it from the kernel (model/net/node-network.ts). Null if not read yet.
    network jsonb,
    -- Capacity that the operator set. Null for the measured capacity.
    vcpus_setting integer check (vcpus_setting > 0),
    memory_mb_setting integer check (memory_mb_setting > 0),
    disk_gb_setting integer check (disk_gb_setting > 0),
    memory_mb_offered integer not null
      generated always as (floor(coalesce(memory_mb_setting, memory_mb_total) * memory_overcommit)::integer) stored,
    disk_gb_offered integer not null
      generated always as (floor(coalesce(disk_gb_setting, disk_gb_total) * disk_overcommit)::integer) stored,
    -- Number of vcpus_used that are dedicated cores.
    dedicated_vcpus_used integer not null default 0 check (dedicated_vcpus_used between 0 and vcpus_used),
    -- Maximum number of vCPUs that can be sold: dedicated vCPUs as whole cores, and the other cores times the overcommit, rounded down.
    -- Calculated by the database.
    vcpus_offered integer not null generated always as (
      floor(greatest(coalesce(vcpus_setting, vcpus_total) - dedicated_vcpus_used, 0) * vcpus_overcommit)::integer
      + least(coalesce(vcpus_setting, vcpus_total), dedicated_vcpus_used)) stored
  );

  -- The condition is in the function. All orders update this row, and PostgreSQL would parse the condition of a trigger again for each.
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

  -- Disk space of a node that is held for ISO files. Part of nodes.disk_gb_used.
  create table disk_rooms (
    kind text not null check (kind in ('iso')),
    -- Id of the ISO. The reservation outlives the ISO's row until the file itself is gone.
    resource_id integer not null,
    node_id integer not null references nodes,
    -- Account of the file. Null for a file of the operator.
    account_id integer references accounts,
    -- Size of the file in GB, or the maximum allowed size while it is unknown.
    gb integer not null check (gb > 0),
    primary key (kind, resource_id, node_id)
  );
  create index disk_rooms_account on disk_rooms (account_id);
`;
