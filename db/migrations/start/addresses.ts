/**
 * The addresses that servers and floating IPs use, and the pools that they come from. An IPv4 pool has a row for each address; an IPv6 pool
 * hands out prefixes of 64 bits, whose rows are made as they are needed, since there may be billions.
 */
export const ADDRESSES = `
  create table ip_pools (
    id integer generated always as identity primary key,
    name text not null unique check (name <> ''),
    -- The one node whose servers have addresses of it; null: the operator routes it to all nodes.
    node_id integer references nodes,
    cidr cidr not null,
    -- IPv6: a link-local address, the same for all guests.
    gateway inet not null,
    version integer not null check (version in (4, 6)),
    -- What its addresses are given to: servers with their first address, or as an addon (\`primary\`), floating IPs, or \`both\`.
    uses text not null default 'both' check (uses in ('primary', 'floating', 'both')),
    -- Whether attacks on its addresses are filtered: only who pays for it gets one.
    ddos_protected boolean not null default false,
    -- Addresses and networks in it that nobody is given.
    excluded cidr[] not null default '{}',
    -- Nothing new is given of it; who has an address of it keeps it.
    draining boolean not null default false,
    -- For how long a freed address is given to no other account.
    rest_seconds integer not null default 86400 check (rest_seconds between 0 and 31536000),
    -- IPv6: the number of the first prefix that has no row yet.
    next_prefix bigint not null default 0,
    constraint ip_pools_one_family check (family(cidr) = version and family(gateway) = version
      and case version when 4 then gateway << cidr else gateway << 'fe80::/10' and masklen(cidr) between 16 and 64 end),
    constraint ip_pools_apart exclude using gist (cidr inet_ops with &&),
    -- For the key of its addresses.
    constraint ip_pools_kind unique (id, version, ddos_protected)
  );

  create table ip_addresses (
    id integer generated always as identity primary key,
    pool_id integer not null references ip_pools,
    -- Of an IPv6 prefix, the address that its guest has.
    address inet not null unique,
    prefix integer not null check (prefix between 0 and 128),
    version integer not null check (version in (4, 6)),
    gateway inet not null,
    type text not null default 'public' check (type in ('public', 'private')),
    ddos_protected boolean not null default false,
    -- Nobody is given it (the pool's \`excluded\`); who has it keeps it.
    excluded boolean not null default false,
    -- The server that it is assigned to; null: free, or of a floating IP that is attached to none.
    account_id integer references accounts,
    server_id integer references server_details,
    -- The addon that it was ordered with; null: it comes with the plan.
    addon_id integer references addon_details,
    -- The floating IP that it is; null: an address of a server itself.
    floating_ip_id integer references services,
    main boolean not null default false,
    assigned_at timestamptz,
    -- Since when it is free; null: never used, or in use.
    freed_at timestamptz,
    -- Until when it is for no other account than the last one that had it.
    rests_until timestamptz not null default 'epoch',
    last_account_id integer,
    constraint ip_addresses_one_family check (family(address) = version and family(gateway) = version),
    constraint ip_addresses_of_a_server check (server_id is null or account_id is not null),
    constraint ip_addresses_main_of_a_server check (not main or server_id is not null and floating_ip_id is null),
    constraint ip_addresses_floating check (floating_ip_id is null or account_id is not null and addon_id is null),
    constraint ip_addresses_of_its_pool foreign key (pool_id, version, ddos_protected)
      references ip_pools (id, version, ddos_protected)
  );
  -- The order in which free ones are given out: never used first, then the longest free.
  create index ip_addresses_free on ip_addresses (pool_id, rests_until, id) where account_id is null and not excluded;
  -- Those that rest, which their last account may have at once.
  create index ip_addresses_last_account on ip_addresses (last_account_id) where account_id is null and last_account_id is not null;
  create index ip_addresses_server on ip_addresses (server_id) where server_id is not null;
  create unique index ip_addresses_floating_ip on ip_addresses (floating_ip_id) where floating_ip_id is not null;
  create index ip_addresses_addon on ip_addresses (addon_id) where addon_id is not null;
  create index ip_addresses_account on ip_addresses (account_id, id) where account_id is not null;
  create index ip_addresses_pool on ip_addresses (pool_id);
  create unique index ip_addresses_one_main on ip_addresses (server_id, version) where main;

  create function rest_freed_address() returns trigger language plpgsql as $$
  begin
    new.last_account_id := old.account_id;
    new.freed_at := coalesce(new.freed_at, given_now());
    select new.freed_at + make_interval(secs => rest_seconds) into new.rests_until from ip_pools where id = new.pool_id;
    return new;
  end $$;
  create trigger rest_freed_address before update of account_id on ip_addresses
    for each row when (old.account_id is not null and new.account_id is null) execute function rest_freed_address();
`;
