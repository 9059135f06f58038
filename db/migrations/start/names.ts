/**
 * Reverse DNS: the requested name of each address, and what the DNS server has received. A change is written here with the request and
 * pushed to the server afterwards (jobs/push-names.ts). A server that is away therefore delays the change and loses nothing.
 */
export const NAMES = `
  -- One row: the DNS server that names are pushed to, and how names are checked.
  create table dns_settings (
    only_one boolean primary key default true check (only_one),
    -- Null if names are only kept here.
    driver text check (driver in ('powerdns', 'simulated')),
    -- URL of the server's API. The key is in the environment of the workers, or in a file.
    url text check (url ~ '^https?://'),
    -- For PowerDNS, the name of the server in its API.
    server text not null default 'localhost' check (server <> ''),
    -- Name servers of the zones, and their contact as an email address.
    nameservers text[] not null default '{}',
    contact text check (contact <> ''),
    -- True if secondaries are notified of changes.
    notify boolean not null default false,
    -- Time in seconds for which resolvers may cache a name.
    ttl integer not null default 3600 check (ttl between 60 and 604800),
    -- True if a name must resolve to its address before it is accepted.
    forward_confirmed boolean not null default false,
    -- Resolvers for that check. Empty for the resolvers of the host.
    resolvers inet[] not null default '{}',
    -- Time since which the server is away, with the error, the number of failed attempts and the time of the next attempt.
    away_since timestamptz,
    away_error text,
    away_tries integer not null default 0,
    retry_at timestamptz not null default 'epoch',
    constraint dns_settings_complete check (driver is distinct from 'powerdns' or url is not null)
  );
  insert into dns_settings default values;

  alter table ip_pools add column zones_made_at timestamptz;
  comment on column ip_pools.zones_made_at is 'Time at which the DNS server received the pool''s zones. Null if not yet.';

  -- Names of addresses, and names that the DNS server must still delete.
  create table ptr_names (
    address inet primary key,
    pool_id integer not null references ip_pools,
    -- Address that has the name. Null if the address has no holder, and the server must delete the name.
    ip_address_id integer references ip_addresses,
    -- Null if there is none, and the server must delete what it has.
    name text check (name ~ '^[A-Za-z0-9.-]+$' and length(name) <= 253),
    -- Version of the name, raised by each change. A push of an older version does not count.
    version integer not null default 1,
    -- True if the DNS server may have a name of the address. Only such a name must be deleted there.
    told boolean not null default false,
    -- Time of the next push. Null if the server is up to date.
    push_at timestamptz,
    -- Time until which a worker that pushes the name has it alone.
    held_until timestamptz not null default 'epoch',
    tries integer not null default 0,
    error text,
    constraint ptr_names_of_an_address check ((name is null) = (ip_address_id is null))
  );
  create index ptr_names_ip_address on ptr_names (ip_address_id, address) where ip_address_id is not null;
  create index ptr_names_due on ptr_names (push_at) where push_at is not null;
  create index ptr_names_pool on ptr_names (pool_id);

  -- An address that changes hands or is deleted loses its names. Names that were never pushed are deleted here, others by the server.
  create function release_ptr_names(released integer) returns void language plpgsql as $$
  begin
    delete from ptr_names where ip_address_id = released and not told;
    update ptr_names set ip_address_id = null, name = null, version = version + 1, push_at = given_now(), tries = 0, error = null
      where ip_address_id = released;
  end $$;
  create function release_names_of_freed() returns trigger language plpgsql as $$
  begin
    perform release_ptr_names(old.id);
    return null;
  end $$;
  create trigger release_names after update of account_id on ip_addresses
    for each row when (old.account_id is not null and old.account_id is distinct from new.account_id)
    execute function release_names_of_freed();
  create function release_names_of_deleted() returns trigger language plpgsql as $$
  begin
    perform release_ptr_names(old.id);
    return old;
  end $$;
  create trigger release_names_of_deleted before delete on ip_addresses
    for each row when (old.account_id is not null) execute function release_names_of_deleted();
`;
