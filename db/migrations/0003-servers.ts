/** What is served: nodes and their capacity, servers, and the addresses that they use. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await nodesAndServers(db);
  await addresses(db);
}

async function nodesAndServers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table nodes (
      id integer generated always as identity primary key,
      name text not null unique check (name <> ''),
      state text not null default 'active' check (state in ('active', 'draining', 'offline')),
      engine text not null,
      accelerator text not null default '',
      accelerator_why text not null default '',
      vcpus_total integer not null check (vcpus_total >= 0),
      memory_mb_total integer not null check (memory_mb_total >= 0),
      disk_gb_total integer not null check (disk_gb_total >= 0),
      vcpus_used integer not null default 0 check (vcpus_used >= 0),
      memory_mb_used integer not null default 0 check (memory_mb_used >= 0),
      disk_gb_used integer not null default 0 check (disk_gb_used >= 0),
      seen_at timestamptz,
      constraint nodes_vcpus_fit check (vcpus_used <= vcpus_total),
      constraint nodes_memory_fits check (memory_mb_used <= memory_mb_total),
      constraint nodes_disk_fits check (disk_gb_used <= disk_gb_total)
    );

    create table servers (
      id integer generated always as identity primary key,
      account_id integer not null references accounts,
      node_id integer not null references nodes,
      plan_id integer not null references plans,
      image_id integer not null references images,
      hostname text not null check (length(hostname) between 1 and 253),
      mac text check (mac ~ '^([0-9a-f]{2}:){5}[0-9a-f]{2}$'),
      status text not null check (status in ('awaiting_payment', 'processing', 'active', 'suspended', 'terminated')),
      power text not null check (power in ('absent', 'booting', 'running', 'stopped', 'crashed', 'unreachable')),
      status_reason text,
      billing_cycle integer not null check (billing_cycle > 0),
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
      ssh_host text,
      ssh_port integer check (ssh_port between 1 and 65535),
      rescue boolean not null default false,
      suspended boolean not null default false,
      network_suspended boolean not null default false,
      holds_capacity boolean not null default false,
      created_at timestamptz not null default now(),
      activated_at timestamptz,
      expiry_at timestamptz,
      ended_at timestamptz,
      updated_at timestamptz not null default now(),
      constraint servers_ended_holds_nothing check (status <> 'terminated' or not holds_capacity)
    );
    -- Lists of one account: newest first, by state, by name, by end of the period.
    create index servers_account_created on servers (account_id, created_at, id);
    create index servers_account_status on servers (account_id, status, created_at, id);
    create index servers_account_hostname on servers (account_id, hostname, id);
    create index servers_account_expiry on servers (account_id, expiry_at, id);
    create index servers_node on servers (node_id) where status <> 'terminated';
    -- Two guests with one MAC on a bridge would take each other's packets.
    create unique index servers_mac_key on servers (mac) where status <> 'terminated';

    create table server_ssh_keys (
      server_id integer not null references servers on delete cascade,
      ssh_key_id integer not null references ssh_keys on delete cascade,
      primary key (server_id, ssh_key_id)
    );
    create index server_ssh_keys_key on server_ssh_keys (ssh_key_id);
  `.execute(db);
}

async function addresses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ip_pools (
      id integer generated always as identity primary key,
      name text not null unique check (name <> ''),
      cidr cidr not null,
      gateway inet not null,
      version integer not null check (version in (4, 6)),
      constraint ip_pools_one_family check (family(cidr) = version and family(gateway) = version and gateway << cidr)
    );

    create table ip_addresses (
      id integer generated always as identity primary key,
      pool_id integer not null references ip_pools,
      address inet not null unique,
      prefix integer not null check (prefix between 0 and 128),
      version integer not null check (version in (4, 6)),
      gateway inet not null,
      type text not null default 'public' check (type in ('public', 'private')),
      ddos_protected boolean not null default false,
      account_id integer references accounts,
      server_id integer references servers,
      main boolean not null default false,
      assigned_at timestamptz,
      freed_at timestamptz,
      constraint ip_addresses_one_family check (family(address) = version and family(gateway) = version),
      constraint ip_addresses_of_a_server check (server_id is null or account_id is not null),
      constraint ip_addresses_main_of_a_server check (not main or server_id is not null)
    );
    -- The order in which free ones are given out: never used first, then the longest free.
    create index ip_addresses_free on ip_addresses (version, freed_at nulls first, id) where account_id is null;
    create index ip_addresses_server on ip_addresses (server_id) where server_id is not null;
    create index ip_addresses_account on ip_addresses (account_id, id) where account_id is not null;
    create index ip_addresses_pool on ip_addresses (pool_id);
    create unique index ip_addresses_one_main on ip_addresses (server_id, version) where main;
  `.execute(db);
}
