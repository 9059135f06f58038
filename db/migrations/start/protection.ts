/**
 * Access to addresses: lists and geo filter. A node's worker turns them into rules of the kernel (jobs/protect-addresses.ts). Triggers note
 * all changes, whatever code makes them.
 */
export const PROTECTION = `
  -- Lists and geo filter of an address, from the first time that one is set. They end when the account loses the address.
  create table ip_protections (
    ip_address_id integer primary key references ip_addresses on delete cascade,
    whitelist_active boolean not null default false,
    -- Networks that are always let through: canonical, of the address's family, sorted by address, then prefix.
    whitelist cidr[] not null default '{}' check (cardinality(whitelist) <= 1000),
    blacklist_active boolean not null default false,
    -- Networks that are always dropped, in the form of the whitelist.
    blacklist cidr[] not null default '{}' check (cardinality(blacklist) <= 1000),
    geo_active boolean not null default false,
    -- \`allow\` lets only these countries through, \`deny\` all but these.
    geo_action text not null default 'deny' check (geo_action in ('allow', 'deny')),
    geo_countries text[] not null default '{}' check (cardinality(geo_countries) <= 250),
    -- Random value that changes with each update. A worker compares it to see whether the kernel has these rules.
    revision text not null default left(md5(gen_random_uuid()::text), 12)
  );

  -- Sources that users who had locked themselves out let in for a while (\`allow-me\`), regardless of lists and filter.
  create table ip_protection_grants (
    ip_address_id integer not null references ip_addresses on delete cascade,
    source inet not null,
    ends_at timestamptz not null,
    primary key (ip_address_id, source)
  );
  create index ip_protection_grants_ends_at on ip_protection_grants (ends_at);

  -- Addresses that the worker of a node must check again soon. The worker also compares all addresses from time to time.
  create table ip_protection_changes (
    id bigint generated always as identity primary key,
    node_id integer not null references nodes,
    ip_address_id integer not null
  );
  create index ip_protection_changes_node on ip_protection_changes (node_id, id);

  -- Sources of packets to an address in a minute, those with the most bytes. Kept for an hour. Not logged: a crash of PostgreSQL empties
  -- the table.
  create unlogged table source_traffic (
    ip_address_id integer not null references ip_addresses on delete cascade,
    -- Start of the minute.
    minute timestamptz not null,
    sources inet[] not null,
    -- Bytes and packets of each source, let through or dropped.
    bytes bigint[] not null,
    packets bigint[] not null,
    -- Bytes and packets of all sources that are not listed.
    other_bytes bigint not null default 0,
    other_packets bigint not null default 0,
    primary key (ip_address_id, minute),
    constraint source_traffic_bounded check (cardinality(sources) <= 64 and cardinality(bytes) = cardinality(sources)
      and cardinality(packets) = cardinality(sources))
  );
  create index source_traffic_minute on source_traffic (minute);

  create function revise_protection() returns trigger language plpgsql as $$
  begin
    new.revision := left(md5(gen_random_uuid()::text), 12);
    return new;
  end $$;
  create trigger revise_protection before update on ip_protections for each row execute function revise_protection();

  create function note_protection_change(address integer, server integer) returns void language sql as $$
    insert into ip_protection_changes (node_id, ip_address_id)
      select node_id, address from server_details where id = server
  $$;

  create function note_protection() returns trigger language plpgsql as $$
  begin
    perform note_protection_change(a.id, a.server_id) from ip_addresses a
      where a.id = case tg_op when 'DELETE' then old.ip_address_id else new.ip_address_id end;
    return null;
  end $$;
  create trigger note_protection after insert or update or delete on ip_protections for each row execute function note_protection();

  -- The next account of the address gets no protection of the previous one. Rules follow an address to its server's node.
  create function move_protection() returns trigger language plpgsql as $$
  begin
    if not exists (select from ip_protections where ip_address_id = new.id) then return null; end if;
    perform note_protection_change(new.id, old.server_id);
    if old.server_id is distinct from new.server_id then perform note_protection_change(new.id, new.server_id); end if;
    if old.account_id is distinct from new.account_id then
      delete from ip_protection_grants where ip_address_id = new.id;
      delete from ip_protections where ip_address_id = new.id;
    end if;
    return null;
  end $$;
  create trigger move_protection after update of account_id, server_id on ip_addresses for each row
    when ((old.account_id, old.server_id) is distinct from (new.account_id, new.server_id)) execute function move_protection();
`;
