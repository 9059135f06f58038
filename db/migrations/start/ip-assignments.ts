/**
 * History of the holders of addresses. Triggers write it with each change, whoever makes the change. It is kept when the address, its pool
 * and its server are gone, because an abuse desk asks for it months later.
 */
export const IP_ASSIGNMENTS = `
  -- Holders of an address, with beginning and end. Only triggers write it (db/migrations/start/ip-assignments.ts).
  create table ip_assignments (
    id bigint generated always as identity primary key,
    -- An address, or an IPv6 prefix.
    network cidr not null,
    account_id integer not null,
    -- Server that used the address. Null for a floating IP that was not attached.
    server_id integer,
    -- Floating IP that the address belonged to. Null for an address of the server itself.
    floating_ip_id integer,
    held_from timestamptz not null,
    -- End of the assignment. Null if it continues.
    held_until timestamptz,
    constraint ip_assignments_one_holder exclude using gist (network inet_ops with &&, tstzrange(held_from, held_until) with &&)
  );
  create index ip_assignments_network on ip_assignments (network, held_until desc nulls first);

  create function held_network(address inet, version integer, prefix integer) returns cidr language sql immutable as $$
    select network(set_masklen(address, case version when 4 then 32 else prefix end))
  $$;

  -- Has the owner's rights, since no other role may write the table.
  create function keep_ip_assignments() returns trigger language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
  declare
    held cidr;
    moved_at timestamptz;
  begin
    if tg_op <> 'INSERT' and old.account_id is not null then
      held := held_network(old.address, old.version, old.prefix);
      moved_at := case when tg_op = 'UPDATE' and new.account_id is null then new.freed_at else given_now() end;
      update ip_assignments set held_until = greatest(held_from, moved_at) where network = held and held_until is null;
    end if;
    if tg_op <> 'DELETE' and new.account_id is not null then
      held := held_network(new.address, new.version, new.prefix);
      -- The row begins after the last one ended, even if the clocks of two processes differ. If the address had a holder, the row begins
      -- now.
      insert into ip_assignments (network, account_id, server_id, floating_ip_id, held_from)
        values (held, new.account_id, new.server_id, new.floating_ip_id, greatest(coalesce(moved_at, new.assigned_at, given_now()),
          (select held_until from ip_assignments where network = held order by held_until desc nulls first limit 1)));
    end if;
    return null;
  end $$;
  create trigger keep_ip_assignments after insert on ip_addresses
    for each row when (new.account_id is not null) execute function keep_ip_assignments();
  create trigger keep_changed_ip_assignments after update of account_id, server_id, floating_ip_id on ip_addresses
    for each row when ((old.account_id, old.server_id, old.floating_ip_id)
      is distinct from (new.account_id, new.server_id, new.floating_ip_id))
    execute function keep_ip_assignments();
  create trigger keep_deleted_ip_assignments after delete on ip_addresses
    for each row when (old.account_id is not null) execute function keep_ip_assignments();
`;
