/**
 * Search for servers: one narrow row for each server, so that one index holds the names of a whole account (docs/decisions/searches.md).
 * Only triggers write it.
 */
export const SEARCH = `
  -- Status as in \`services\`. All columns before the names have a fixed length in the index. An entry is read in 8 % less time than with a
  -- text.
  create type server_status as enum ('awaiting_payment', 'processing', 'active', 'suspended', 'terminated');

  -- Servers in the form that a search reads.
  create table server_search (
    server_id integer primary key,
    account_id integer not null,
    status server_status not null,
    created_at timestamptz not null,
    -- Expiry of the service, or \`infinity\` if it has none, which sorts alike.
    expiry_at timestamptz not null,
    -- Hostname and addresses in lower case, one per line. A search text never contains a line break. Stored as bytes, since \`position\`
    -- takes three quarters of the time of \`like\`.
    names bytea not null
  ) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
  -- Holds all that a search needs. Rows of the table are read only where vacuum has not run yet.
  create index server_search_account on server_search (account_id, status, created_at, server_id) include (expiry_at, names);

  create function searchable(names text) returns bytea language sql immutable as $$
    select convert_to(lower(names collate "C"), 'UTF8')
  $$;

  -- Drops cached names (domain/access/server-names.ts). They are valid until an event of their server, or a new version of the catalogue,
  -- which every cache checks. The function covers changes without an event: by hand, or by a test.
  create function drop_cached_names() returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    update catalogue_version set version = version + 1;
  end $$;

  -- Returns the names of one server.
  create function names_to_search(server integer) returns bytea language sql stable as $$
    select searchable(concat_ws(E'\\n', d.hostname, string_agg(host(a.address), E'\\n' order by a.id)))
    from server_details d left join ip_addresses a on a.server_id = d.id where d.id = server group by d.id
  $$;

  -- Includes the addresses that the same statement assigned.
  create function add_to_server_search() returns trigger language plpgsql as $$
  begin
    insert into server_search (server_id, account_id, status, created_at, expiry_at, names)
      select id, account_id, status::server_status, created_at, coalesce(expiry_at, 'infinity'), names_to_search(id)
      from services where id = new.id;
    return null;
  end $$;
  create trigger add_to_server_search after insert on server_details for each row execute function add_to_server_search();

  create function update_server_search() returns trigger language plpgsql as $$
  begin
    if new.type = 'server' and (old.account_id, old.status, old.created_at, old.expiry_at)
      is distinct from (new.account_id, new.status, new.created_at, new.expiry_at) then
      update server_search set account_id = new.account_id, status = new.status::server_status, created_at = new.created_at,
          expiry_at = coalesce(new.expiry_at, 'infinity')
        where server_id = new.id;
      if old.account_id <> new.account_id then perform drop_cached_names(); end if;
    end if;
    return null;
  end $$;
  create trigger update_server_search after update of account_id, status, created_at, expiry_at on services
    for each row execute function update_server_search();

  create function delete_server_search() returns trigger language plpgsql as $$
  begin
    delete from server_search where server_id = old.id;
    perform drop_cached_names();
    return null;
  end $$;
  create trigger delete_server_search after delete on server_details for each row execute function delete_server_search();

  create function update_search_names(server integer) returns void language plpgsql as $$
  begin
    -- Lock first and read in a separate statement, which sees what another transaction has just written to the hostname or the addresses.
    perform from server_search where server_id = server for update;
    update server_search set names = new_names from names_to_search(server) as new_names where server_id = server and names <> new_names;
  end $$;

  create function search_new_hostname() returns trigger language plpgsql as $$
  begin
    perform update_search_names(new.id);
    return null;
  end $$;
  create trigger search_new_hostname after update of hostname on server_details
    for each row when (old.hostname <> new.hostname) execute function search_new_hostname();

  create function search_new_address() returns trigger language plpgsql as $$
  begin
    -- The lower id comes first, as in all code that locks two.
    perform update_search_names(id) from (
      select distinct id from unnest(array[old.server_id, new.server_id]) as id where id is not null order by id) as servers;
    if tg_op <> 'UPDATE' or old.server_id is not distinct from new.server_id then perform drop_cached_names(); end if;
    return null;
  end $$;
  create trigger search_new_address after update of server_id, address on ip_addresses
    for each row when ((old.server_id, old.address) is distinct from (new.server_id, new.address))
    execute function search_new_address();
  create trigger search_added_address after insert on ip_addresses
    for each row when (new.server_id is not null) execute function search_new_address();
  create trigger search_deleted_address after delete on ip_addresses
    for each row when (old.server_id is not null) execute function search_new_address();
`;
