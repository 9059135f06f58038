/** The addresses that servers use, and the pools that they come from. */
export const ADDRESSES = `
  create table ip_pools (
    id integer generated always as identity primary key,
    name text not null unique check (name <> ''),
    -- The one node whose servers have addresses of it; null: the operator routes it to all nodes.
    node_id integer references nodes,
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
    -- The server that it is assigned to; null: free.
    account_id integer references accounts,
    server_id integer references server_details,
    -- The addon that it was ordered with; null: it comes with the plan.
    addon_id integer references addon_details,
    main boolean not null default false,
    assigned_at timestamptz,
    -- Since when it is free; the longest free one is assigned first.
    freed_at timestamptz,
    constraint ip_addresses_one_family check (family(address) = version and family(gateway) = version),
    constraint ip_addresses_of_a_server check (server_id is null or account_id is not null),
    constraint ip_addresses_main_of_a_server check (not main or server_id is not null)
  );
  -- The order in which free ones are given out: never used first, then the longest free.
  create index ip_addresses_free on ip_addresses (version, ddos_protected, freed_at nulls first, id) where account_id is null;
  create index ip_addresses_server on ip_addresses (server_id) where server_id is not null;
  create index ip_addresses_addon on ip_addresses (addon_id) where addon_id is not null;
  create index ip_addresses_account on ip_addresses (account_id, id) where account_id is not null;
  create index ip_addresses_pool on ip_addresses (pool_id);
  create unique index ip_addresses_one_main on ip_addresses (server_id, version) where main;
`;
