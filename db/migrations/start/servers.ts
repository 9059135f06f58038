/**
 * Servers: their size, the state of the guest, and what the guest must still apply. The service holds status, price and term (services.ts).
 * `servers` shows both.
 */
export const SERVERS = `
  -- A server without the columns that every service has. Read \`servers\` instead, and write both by db/tables/servers/rows.ts.
  create table server_details (
    id integer primary key references services,
    node_id integer not null references nodes,
    plan_id integer not null references plans,
    image_id integer not null references images,
    hostname text not null check (length(hostname) between 1 and 253),
    power text not null
      check (power in ('absent', 'booting', 'running', 'stopped', 'crashed', 'interrupted', 'unreachable', 'stalled')),
    -- Sentence for the customer, if one is needed, such as why the deployment failed.
    status_reason text,
    vcpus integer not null check (vcpus > 0),
    memory_mb integer not null check (memory_mb > 0),
    disk_gb integer not null check (disk_gb > 0),
    network_speed_mbps integer not null check (network_speed_mbps > 0),
    bandwidth_tb integer not null check (bandwidth_tb >= 0),
    root_password_hash text,
    startup_script text,
    boot_id text,
    -- Endpoint of the guest for SSH clients: its address, or a forwarded port of the host.
    ssh_host text,
    ssh_port integer check (ssh_port between 1 and 65535),
    rescue boolean not null default false,
    network_suspended boolean not null default false,
    -- True if capacity of the node is held for the server.
    holds_capacity boolean not null default false,
    updated_at timestamptz not null default now(),
    -- Copy that the first disk was made from. Null if it was made from the image.
    source_copy_id integer,
    -- Version of the seed, raised with each seed that the guest must apply again.
    seed_version integer not null default 1 check (seed_version > 0),
    -- Parts of the seed that the guest applies at its next boot.
    seed_waits text[] not null default '{}' check (seed_waits <@ array['hostname', 'password', 'ssh_keys']),
    -- Seed of the rescue system. Null outside rescue mode.
    rescue_seed jsonb,
    -- ISOs in the drives. Null for an empty drive.
    primary_iso_id integer,
    secondary_iso_id integer,
    -- True if the next start boots the primary drive.
    boot_iso boolean not null default false,
    -- Workflow that last replaced the disk. Null if none did.
    disk_replaced_by integer,
    -- True if each vCPU is a core of its own.
    dedicated_cpu boolean not null default false,
    -- Time at which the guest was found crashed. Null once it runs again or is switched off.
    crashed_at timestamptz,
    -- Times of starts after a crash. A start that the owner orders clears them.
    crash_starts timestamptz[] not null default '{}',
    -- Time at which the startup script was given: with the order, or with a reinstall.
    startup_script_at timestamptz
  );
  create index server_details_node on server_details (node_id) where holds_capacity;
  -- Servers that the watch restarts or waits for.
  create index server_details_crashed on server_details (id) where power = 'crashed';
  create index server_details_interrupted on server_details (id) where power = 'interrupted';
  create index server_details_stalled on server_details (id) where power = 'stalled';

  -- Whole servers. Selecting them for update locks both rows, always in this order.
  create view servers as
    select d.*, v.account_id, v.status, v.billing_cycle, v.renew_price, v.promo_code, v.discounts, v.auto_renew, v.created_at,
      v.activated_at, v.billing_anchor, v.expiry_at, v.suspended_at, v.ended_at,
      -- Reason that the owner reads. The reason of the staff is written for the owner and comes before all others.
      case when v.status = 'suspended' and v.staff_suspend_reason is not null
        then 'Our staff has suspended this server: ' || v.staff_suspend_reason else d.status_reason end as shown_reason
    from services v join server_details d on d.id = v.id;

  -- A server that has ended holds nothing: no ISO is in its drives, and it takes no capacity of its node.
  create function end_server() returns trigger language plpgsql as $$
  begin
    update server_ssh_keys set hostname = null where server_id = new.id;
    update server_details set primary_iso_id = null, secondary_iso_id = null
      where id = new.id and (primary_iso_id, secondary_iso_id) is distinct from (null, null);
    return null;
  end $$;
  create trigger end_server after update of status on services
    for each row when (new.type = 'server' and new.status = 'terminated') execute function end_server();

  create function refuse_held_after_end() returns trigger language plpgsql as $$
  begin
    if exists (select from servers where id = new.id and status = 'terminated'
        and (holds_capacity or primary_iso_id is not null or secondary_iso_id is not null)) then
      raise exception 'server % has ended and still holds something', new.id
        using errcode = 'check_violation', constraint = 'servers_ended_hold_nothing';
    end if;
    return null;
  end $$;
  create constraint trigger refuse_held_after_end after insert or update of status on services deferrable initially deferred
    for each row when (new.type = 'server' and new.status = 'terminated') execute function refuse_held_after_end();
  create constraint trigger refuse_held_after_end after insert on server_details deferrable initially deferred
    for each row when (new.holds_capacity or new.primary_iso_id is not null or new.secondary_iso_id is not null)
    execute function refuse_held_after_end();
  create constraint trigger refuse_more_after_end after update on server_details deferrable initially deferred
    for each row when (new.holds_capacity > old.holds_capacity
      or (new.primary_iso_id, new.secondary_iso_id) is distinct from (old.primary_iso_id, old.secondary_iso_id))
    execute function refuse_held_after_end();

  create table server_ssh_keys (
    server_id integer not null references server_details on delete cascade,
    ssh_key_id integer not null references ssh_keys on delete cascade,
    -- Hostname of the server. Null once the server has ended. Triggers write it.
    hostname text,
    primary key (server_id, ssh_key_id)
  );
  -- The servers of a key, oldest first, are shown with every server that has the key. Looking up names server by server took three quarters
  -- of the time of a page of 50 servers with 50 keys.
  create index server_ssh_keys_key_server on server_ssh_keys (ssh_key_id, server_id) include (hostname);

  create function hostname_in_service(server integer) returns text language sql stable as $$
    select hostname from servers where id = server and status <> 'terminated'
  $$;
  create function name_linked_server() returns trigger language plpgsql as $$
  begin
    new.hostname := hostname_in_service(new.server_id);
    return new;
  end $$;
  create trigger name_linked_server before insert on server_ssh_keys
    for each row execute function name_linked_server();
  -- A statement that creates both may create the link first. The server exists at the end of the statement.
  create function name_server_linked_before() returns trigger language plpgsql as $$
  begin
    update server_ssh_keys set hostname = hostname_in_service(server_id)
      where (server_id, ssh_key_id) = (new.server_id, new.ssh_key_id) and hostname_in_service(server_id) is not null;
    return null;
  end $$;
  create trigger name_server_linked_before after insert on server_ssh_keys
    for each row when (new.hostname is null) execute function name_server_linked_before();

  create function rename_linked_server() returns trigger language plpgsql as $$
  begin
    update server_ssh_keys set hostname = new.hostname where server_id = new.id and hostname is not null;
    return null;
  end $$;
  create trigger rename_linked_server after update of hostname on server_details
    for each row when (old.hostname <> new.hostname) execute function rename_linked_server();
`;
