/**
 * What customers can follow: events of what they own. Triggers write them, so that no code can forget one, and at commit (deferred),
 * so that one transaction tells of a resource once and in its final state. Each account counts its events from 1 without gaps. The
 * count is a row that is held from the trigger to the end of the commit, so events of an account become visible in the order of their
 * ids: a reader who has seen number 7 will never miss a 6 that commits late. (An id from a sequence would be taken before the commit,
 * and ordering by transaction id would tell an older state after a newer one.)
 */
export const EVENTS = `
  -- The number of an account's latest event.
  create table event_heads (
    account_id integer primary key references accounts on delete cascade,
    last_id bigint not null
  ) with (fillfactor = 50);

  -- An account's changes, counted from 1 without gaps. Written by triggers alone (db/migrations/start/events.ts).
  create table events (
    account_id integer not null,
    id bigint not null check (id > 0),
    xid xid8 not null,
    at timestamptz not null,
    resource_kind text not null check (resource_kind <> ''),
    resource_id integer not null,
    change text not null check (change in ('created', 'updated', 'deleted')),
    data jsonb not null,
    primary key (account_id, id)
  );
  create unique index events_once on events (resource_kind, resource_id, xid);
  -- Old ones go by age, and lie in the order in which they came.
  create index events_at on events using brin (at);

  -- The time by the clock that was given (db/connect.ts), which only tests set: else that of the database.
  create function given_now() returns timestamptz language sql volatile as $$
    select clock_timestamp() + coalesce(nullif(current_setting('innkeeper.clock_ahead', true), ''), '0')::interval
  $$;

  create function tell_event(account integer, kind text, resource integer, how text, what jsonb) returns void
  language plpgsql as $$
  declare next_id bigint; nothing_new boolean;
  begin
    -- Most resources change in several rows of one transaction: what was told of already costs a look and no write.
    select data = what and how in ('updated', change) into nothing_new from events
      where resource_kind = kind and resource_id = resource and xid = pg_current_xact_id();
    if nothing_new then return; end if;
    if found then
      update events set data = what, change = case when how = 'updated' then change else how end
        where resource_kind = kind and resource_id = resource and xid = pg_current_xact_id();
      return;
    end if;
    insert into event_heads as head (account_id, last_id) values (account, 1)
      on conflict (account_id) do update set last_id = head.last_id + 1 returning last_id into next_id;
    -- The clock and not the transaction's begin, so that times follow the ids.
    insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
      values (account, next_id, pg_current_xact_id(), given_now(), kind, resource, how, what);
    -- PostgreSQL folds equal notifications of a transaction into one. On 200 deploys at once it could not be told from
    -- noise; the triggers as a whole add 0.3 ms to a step of a workflow and 1.3 ms to a deploy.
    perform pg_notify('events', account::text);
  end $$;

  create function tell_server(server integer, how text) returns void language plpgsql as $$
  declare account integer; what jsonb;
  begin
    select s.account_id, jsonb_build_object('status', s.status, 'status_reason', s.status_reason, 'power', s.power,
        'rescue', s.rescue, 'network_suspended', s.network_suspended, 'lock_reason', l.reason)
      into account, what
      from servers s left join locks l on l.kind = 'server' and l.resource_id = s.id where s.id = server;
    if found then perform tell_event(account, 'server', server, how, what); end if;
  end $$;

  create function tell_of_server() returns trigger language plpgsql as $$
  begin
    perform tell_server(new.id, case tg_op when 'INSERT' then 'created' else 'updated' end);
    return null;
  end $$;
  create constraint trigger tell_created after insert on server_details deferrable initially deferred
    for each row execute function tell_of_server();
  create constraint trigger tell_updated after update on server_details deferrable initially deferred
    for each row when ((old.hostname, old.power, old.status_reason, old.rescue, old.network_suspended, old.plan_id, old.image_id,
        old.vcpus, old.memory_mb, old.disk_gb, old.bandwidth_tb, old.network_speed_mbps, old.ssh_host, old.ssh_port)
      is distinct from (new.hostname, new.power, new.status_reason, new.rescue, new.network_suspended, new.plan_id, new.image_id,
        new.vcpus, new.memory_mb, new.disk_gb, new.bandwidth_tb, new.network_speed_mbps, new.ssh_host, new.ssh_port))
    execute function tell_of_server();
  create constraint trigger tell_updated after update on services deferrable initially deferred
    for each row when (new.type = 'server' and old is distinct from new) execute function tell_of_server();

  -- Of a server that shall end, or shall not any more.
  create function tell_of_cancel_request() returns trigger language plpgsql as $$
  begin
    perform tell_server(coalesce(new.service_id, old.service_id), 'updated');
    return null;
  end $$;
  create constraint trigger tell_cancelled after insert or delete on cancel_requests deferrable initially deferred
    for each row execute function tell_of_cancel_request();

  create function tell_of_lock() returns trigger language plpgsql as $$
  begin
    perform tell_server(coalesce(new.resource_id, old.resource_id), 'updated');
    return null;
  end $$;
  create constraint trigger tell_locked after insert on locks deferrable initially deferred
    for each row when (new.kind = 'server') execute function tell_of_lock();
  create constraint trigger tell_unlocked after delete on locks deferrable initially deferred
    for each row when (old.kind = 'server') execute function tell_of_lock();

  create function tell_of_address() returns trigger language plpgsql as $$
  begin
    if old.server_id is not null then perform tell_server(old.server_id, 'updated'); end if;
    if new.server_id is not null and new.server_id is distinct from old.server_id then
      perform tell_server(new.server_id, 'updated');
    end if;
    return null;
  end $$;
  create constraint trigger tell_moved after update on ip_addresses deferrable initially deferred
    for each row when ((old.server_id, old.main) is distinct from (new.server_id, new.main))
    execute function tell_of_address();

  -- tell_of_owned(kind, columns...) serves any table with an account; the columns that it has of those are the event's data.
  create function tell_of_owned() returns trigger language plpgsql as $$
  declare
    here jsonb := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
    how text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
    what jsonb;
  begin
    select coalesce(jsonb_object_agg(name, here -> name), '{}') into what
      from unnest(tg_argv[1:]) as name where here ? name;
    perform tell_event((here ->> 'account_id')::integer, tg_argv[0], (here ->> 'id')::integer, how, what);
    return null;
  end $$;

  create constraint trigger tell_created after insert on orders deferrable initially deferred
    for each row execute function tell_of_owned('order', 'status');
  create constraint trigger tell_updated after update on orders deferrable initially deferred
    for each row when (old is distinct from new) execute function tell_of_owned('order', 'status');
  create constraint trigger tell_deleted after delete on orders deferrable initially deferred
    for each row execute function tell_of_owned('order', 'status');

  create constraint trigger tell_created after insert on workflows deferrable initially deferred
    for each row when (new.account_id is not null)
    execute function tell_of_owned('operation', 'kind', 'shown_state', 'step', 'percent', 'resource_kind', 'resource_id');
  create constraint trigger tell_updated after update on workflows deferrable initially deferred
    for each row when (new.account_id is not null
      and (old.shown_state, old.step, old.percent) is distinct from (new.shown_state, new.step, new.percent))
    execute function tell_of_owned('operation', 'kind', 'shown_state', 'step', 'percent', 'resource_kind', 'resource_id');

  -- A file of the operator is no news in any account.
  create constraint trigger tell_iso_insert after insert on isos deferrable initially deferred
    for each row when (new.account_id is not null) execute function tell_of_owned('iso', 'status', 'size');
  create constraint trigger tell_iso_update after update on isos deferrable initially deferred
    for each row when (new.account_id is not null and old is distinct from new)
    execute function tell_of_owned('iso', 'status', 'size');
  create constraint trigger tell_iso_delete after delete on isos deferrable initially deferred
    for each row when (old.account_id is not null) execute function tell_of_owned('iso', 'status', 'size');

  ${tellOwned('tickets', 'ticket')}
  ${tellOwned('floating_ips', 'floating_ip')}
  ${tellOwned('copies', 'snapshot', "kind = 'snapshot'")}
  ${tellOwned('copies', 'backup', "kind = 'backup'")}
`;

/** Tells of every change of a table's rows; of those only for which `which` holds (a condition on columns), where given. */
function tellOwned(table: string, kind: string, which?: string): string {
  const acts = { insert: 'new', update: 'new', delete: 'old' } as const;
  const triggers = Object.entries(acts).map(([act, row]) => {
    const conditions = [...(which ? [`${row}.${which}`] : []), ...(act === 'update' ? ['old is distinct from new'] : [])];
    const when = conditions.length > 0 ? `when (${conditions.join(' and ')})` : '';
    return `create constraint trigger tell_${kind}_${act} after ${act} on ${table} deferrable initially deferred
      for each row ${when} execute function tell_of_owned('${kind}', 'status', 'percent', 'server_id');`;
  });
  return triggers.join('\n');
}
