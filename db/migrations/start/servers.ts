/** Servers: what was sold, what its guest does, and what it still has to be told. */
export const SERVERS = `
  create table servers (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    node_id integer not null references nodes,
    plan_id integer not null references plans,
    image_id integer not null references images,
    hostname text not null check (length(hostname) between 1 and 253),
    -- \`52:54:00:...\`, made at deploy.
    mac text check (mac ~ '^([0-9a-f]{2}:){5}[0-9a-f]{2}$'),
    status text not null check (status in ('awaiting_payment', 'processing', 'active', 'suspended', 'terminated')),
    power text not null
      check (power in ('absent', 'booting', 'running', 'stopped', 'crashed', 'interrupted', 'unreachable', 'stalled')),
    -- Where a sentence for the customer belongs: why the deploy failed.
    status_reason text,
    billing_cycle integer not null check (billing_cycle > 0),
    -- Net cents for one billing cycle.
    renew_price bigint not null check (renew_price >= 0),
    auto_renew boolean not null default true,
    vcpus integer not null check (vcpus > 0),
    memory_mb integer not null check (memory_mb > 0),
    disk_gb integer not null check (disk_gb > 0),
    network_speed_mbps integer not null check (network_speed_mbps > 0),
    bandwidth_tb integer not null check (bandwidth_tb >= 0),
    root_password_hash text,
    startup_script text,
    boot_id text,
    -- Where an SSH client finds the guest: its address, or a forwarded port of the host.
    ssh_host text,
    ssh_port integer check (ssh_port between 1 and 65535),
    rescue boolean not null default false,
    suspended boolean not null default false,
    network_suspended boolean not null default false,
    -- Whether capacity of the node is held for it.
    holds_capacity boolean not null default false,
    created_at timestamptz not null default now(),
    activated_at timestamptz,
    expiry_at timestamptz,
    ended_at timestamptz,
    updated_at timestamptz not null default now(),
    -- What its first disk is made of, in place of the image.
    source_copy_id integer,
    -- Grows with each seed that the guest shall apply again.
    seed_version integer not null default 1 check (seed_version > 0),
    -- What of the seed the guest takes at its next boot.
    seed_waits text[] not null default '{}' check (seed_waits <@ array['hostname', 'password', 'ssh_keys']),
    -- What its rescue system was told, while it is in rescue.
    rescue_seed jsonb,
    -- What is in its drives.
    primary_iso_id integer,
    secondary_iso_id integer,
    -- Whether its next start boots the primary drive.
    boot_iso boolean not null default false,
    -- The workflow that put the present disk in place of another, if one did.
    disk_replaced_by integer,
    -- From when its periods are counted; set together with expiry_at.
    billing_anchor timestamptz,
    -- Whether each of its vCPUs is a core of its own.
    dedicated_cpu boolean not null default false,
    -- When its guest was seen to have crashed, until it runs again or is switched off.
    crashed_at timestamptz,
    -- When it was started again after a crash; emptied by a start that its owner orders.
    crash_starts timestamptz[] not null default '{}',
    -- When it was given: with the order, or with a reinstall.
    startup_script_at timestamptz,
    constraint servers_anchored check (expiry_at is null or billing_anchor is not null),
    constraint servers_ended_holds_nothing check (status <> 'terminated' or not holds_capacity),
    constraint servers_ended_has_no_iso
      check (status <> 'terminated' or (primary_iso_id is null and secondary_iso_id is null))
  );
  -- Lists of one account: newest first, by state, by name, by end of the period.
  create index servers_account_created on servers (account_id, created_at, id);
  create index servers_account_status on servers (account_id, status, created_at, id);
  create index servers_account_hostname on servers (account_id, hostname, id);
  create index servers_account_expiry on servers (account_id, expiry_at, id);
  create index servers_node on servers (node_id) where status <> 'terminated';
  -- Two guests with one MAC on a bridge would take each other's packets.
  create unique index servers_mac_key on servers (mac) where status <> 'terminated';
  -- What the watch starts again, or waits for.
  create index servers_crashed on servers (id) where power = 'crashed';
  create index servers_interrupted on servers (id) where power = 'interrupted';
  create index servers_stalled on servers (id) where power = 'stalled';

  create table server_ssh_keys (
    server_id integer not null references servers on delete cascade,
    ssh_key_id integer not null references ssh_keys on delete cascade,
    primary key (server_id, ssh_key_id)
  );
  -- The servers that carry a key, oldest first, are shown with every page of servers: without the order in the index a page of 50
  -- servers of 10 000 took 21 ms, with it 7 ms.
  create index server_ssh_keys_key_server on server_ssh_keys (ssh_key_id, server_id);
`;
