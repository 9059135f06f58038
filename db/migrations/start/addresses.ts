/**
 * Addresses of servers and floating IPs, and the pools that they come from.
 *
 * An IPv4 pool has a row for each address. An IPv6 pool assigns prefixes of 64 bits. Their rows are created on demand, since there may be
 * billions.
 */
export const ADDRESSES = `
  create table ip_pools (
    id integer generated always as identity primary key,
    name text not null unique check (name <> ''),
    -- Only node whose servers get addresses of the pool. Null if the operator routes the pool to all nodes.
    node_id integer references nodes,
    cidr cidr not null,
    -- For IPv6, a link-local address that is the same for all guests.
    gateway inet not null,
    version integer not null check (version in (4, 6)),
    -- Use of the addresses: \`primary\` for servers (first address or addon), \`floating\` for floating IPs, or \`both\`.
    uses text not null default 'both' check (uses in ('primary', 'floating', 'both')),
    -- True if attacks on the addresses are filtered. Only customers who pay for this get such an address.
    ddos_protected boolean not null default false,
    -- Addresses and networks of the pool that are never assigned.
    excluded cidr[] not null default '{}',
    -- True if no further address is assigned. Existing assignments stay.
    draining boolean not null default false,
    -- Time in seconds during which a freed address is assigned to no other account.
    rest_seconds integer not null default 86400 check (rest_seconds between 0 and 31536000),
    -- For IPv6, the number of the first prefix that has no row yet.
    next_prefix bigint not null default 0,
    constraint ip_pools_one_family check (family(cidr) = version and family(gateway) = version
      and case version when 4 then gateway << cidr else gateway << 'fe80::/10' and masklen(cidr) between 16 and 64 end),
    constraint ip_pools_apart exclude using gist (cidr inet_ops with &&),
    -- For the foreign key of the addresses.
    constraint ip_pools_kind unique (id, version, ddos_protected)
  );

  create table ip_addresses (
    id integer generated always as identity primary key,
    pool_id integer not null references ip_pools,
    -- IPv4 address, or the guest's address within an IPv6 prefix.
    address inet not null unique,
    prefix integer not null check (prefix between 0 and 128),
    version integer not null check (version in (4, 6)),
    gateway inet not null,
    type text not null default 'public' check (type in ('public', 'private')),
    ddos_protected boolean not null default false,
    -- True if the address is never assigned (the pool's \`excluded\`). An existing assignment stays.
    excluded boolean not null default false,
    -- Account that has the address. Null if the address is free.
    account_id integer references accounts,
    -- Server that has the address. Null if the address is free, or if its floating IP is not attached.
    server_id integer references server_details,
    -- Addon that the address was ordered with. Null if the address comes with the plan.
    addon_id integer references addon_details,
    -- Floating IP that the address belongs to. Null for an address of a server itself.
    floating_ip_id integer references services,
    main boolean not null default false,
    assigned_at timestamptz,
    -- Time since which the address is free. Null if in use or never used.
    freed_at timestamptz,
    -- Time until which only the last account can get the address.
    rests_until timestamptz not null default 'epoch',
    last_account_id integer,
    constraint ip_addresses_one_family check (family(address) = version and family(gateway) = version),
    constraint ip_addresses_of_a_server check (server_id is null or account_id is not null),
    constraint ip_addresses_main_of_a_server check (not main or server_id is not null and floating_ip_id is null),
    constraint ip_addresses_floating check (floating_ip_id is null or account_id is not null and addon_id is null),
    constraint ip_addresses_of_its_pool foreign key (pool_id, version, ddos_protected)
      references ip_pools (id, version, ddos_protected)
  );
  -- Order in which free addresses are assigned: never used first, then the longest free.
  create index ip_addresses_free on ip_addresses (pool_id, rests_until, id) where account_id is null and not excluded;
  -- Resting addresses, which their last account can get at once.
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
