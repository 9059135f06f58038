/**
 * Reverse DNS: the name that each address shall have, and what of it the DNS server has been told. A change is written here with the
 * request, and told to the server afterwards (jobs/push-names.ts), so a server that is away delays it and loses nothing.
 */
export const NAMES = `
  -- One row: which DNS server names are written to, and how names are checked.
  create table dns_settings (
    only_one boolean primary key default true check (only_one),
    -- Null: names are kept here alone.
    driver text check (driver in ('powerdns', 'simulated')),
    -- Of its API; the key is in the environment of the workers, or a file.
    url text check (url ~ '^https?://'),
    -- PowerDNS: what its API calls the server.
    server text not null default 'localhost' check (server <> ''),
    -- Of the zones: who answers for them, and whom to write to, as an address of mail.
    nameservers text[] not null default '{}',
    contact text check (contact <> ''),
    -- Whether secondaries are told of changes.
    notify boolean not null default false,
    -- Seconds that resolvers may keep a name.
    ttl integer not null default 3600 check (ttl between 60 and 604800),
    -- Whether a name must lead back to its address before it is taken.
    forward_confirmed boolean not null default false,
    -- Whom to ask for that; none: the resolvers of the host.
    resolvers inet[] not null default '{}',
    -- While the server is away: since when, why, how often it was asked in vain, and when it is asked again.
    away_since timestamptz,
    away_error text,
    away_tries integer not null default 0,
    retry_at timestamptz not null default 'epoch',
    constraint dns_settings_complete check (driver is distinct from 'powerdns' or url is not null)
  );
  insert into dns_settings default values;

  -- Since when the DNS server has the zones of the pool; null: not yet.
  alter table ip_pools add column zones_made_at timestamptz;
  comment on column ip_pools.zones_made_at is 'Since when the DNS server has its zones; null: not yet.';

  -- The names that addresses have, and those that the DNS server must still forget.
  create table ptr_names (
    address inet primary key,
    pool_id integer not null references ip_pools,
    -- Whose it is; null: nobody's any more, and the server is to forget it.
    ip_address_id integer references ip_addresses,
    -- Null: none, and the server is to forget what it has.
    name text check (name ~ '^[A-Za-z0-9.-]+$' and length(name) <= 253),
    -- Raised by each change of the name: what was told of an older one counts for nothing.
    version integer not null default 1,
    -- Whether the DNS server may have a name of it: only then it must forget it.
    told boolean not null default false,
    -- When it is to be told; null: the server has it as it is here.
    push_at timestamptz,
    -- While a worker tells it, nobody else does.
    held_until timestamptz not null default 'epoch',
    tries integer not null default 0,
    error text,
    constraint ptr_names_of_an_address check ((name is null) = (ip_address_id is null))
  );
  create index ptr_names_ip_address on ptr_names (ip_address_id, address) where ip_address_id is not null;
  create index ptr_names_due on ptr_names (push_at) where push_at is not null;
  create index ptr_names_pool on ptr_names (pool_id);

  -- An address that changes hands, or goes, has no names: what the server was not told is forgotten here, the rest by the server.
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
