/**
 * Events of an account's resources, which customers can follow.
 *
 * Events are written at commit (at-commit.ts), so that one transaction reports a resource once and in its final state. Each account counts
 * its events from 1 without gaps. The row of the count is locked from there to the end of the commit. Events of an account therefore become
 * visible in the order of their ids. A reader who has seen number 7 never misses a 6 that commits late. (An id from a sequence would be
 * taken before the commit. Ordering by transaction id would report an older state after a newer one.)
 */
import { atCommit, atUpdate } from './at-commit.ts';

const CHANGES = { insert: 'created', update: 'updated', delete: 'deleted' } as const;

interface Told {
  table: string;
  /** Columns that are the data of an event. */
  columns: readonly string[];
  /** Fields of the data that other tables hold, as expressions of the row `r`. */
  lookUps?: Readonly<Record<string, string>>;
  /** Changes that write an event, by default all. */
  acts?: readonly (keyof typeof CHANGES)[];
  /** Columns that write an event when updated, by default all. */
  changed?: readonly string[];
  /** Condition on the rows, which begins with a column. */
  which?: string;
}

/** Tables by the kind of resource. Their rows have an account. */
const TOLD: Readonly<Record<string, Told>> = {
  order: { table: 'orders', columns: ['status'] },
  operation: {
    table: 'workflows',
    columns: ['kind', 'shown_state', 'step', 'percent', 'resource_kind', 'resource_id'],
    acts: ['insert', 'update'],
    changed: ['shown_state', 'step', 'percent'],
    which: 'account_id is not null',
  },
  // A file of the operator writes no event in any account.
  iso: { table: 'isos', columns: ['status', 'size'], which: 'account_id is not null' },
  // Each message changes `updated_at`. Reading a ticket writes no event.
  ticket: { table: 'tickets', columns: ['status'], changed: ['status', 'updated_at'], which: 'account_id is not null' },
  firewall: { table: 'firewalls', columns: ['status'] },
  // Each event that a webhook receives moves its position, which therefore writes no event.
  webhook: { table: 'webhooks', columns: ['status'], changed: ['status', 'url', 'name', 'event_types', 'previous_until'] },
  // New peaks of an ongoing attack write no event.
  attack: {
    table: 'attacks',
    columns: ['key', 'ip_address_id', 'ended_at', 'detector', 'severity'],
    lookUps: { server_id: '(select server_id from ip_addresses where id = r.ip_address_id)' },
    acts: ['insert', 'update'],
    changed: ['ended_at', 'severity'],
  },
  // The owner who opens an account writes no event in it.
  member: { table: 'memberships', columns: ['role'], changed: ['role'], which: "role <> 'owner'" },
  invitation: { table: 'invitations', columns: ['role'], acts: ['insert', 'delete'] },
  snapshot: { table: 'copies', columns: ['status', 'server_id'], which: "kind = 'snapshot'" },
  backup: { table: 'copies', columns: ['status', 'server_id'], which: "kind = 'backup'" },
};

/** Columns of a server whose updates write an event. Its service and its lock have triggers of their own. */
const SERVER_COLUMNS = [
  ...[
    'hostname',
    'power',
    'status_reason',
    'rescue',
    'network_suspended',
    'plan_id',
    'image_id',
    'vcpus',
    'memory_mb',
    'disk_gb',
  ],
  ...['bandwidth_tb', 'network_speed_mbps', 'ssh_host', 'ssh_port'],
];

/**
 * Data of a server's event, which equals its summary (http/present/server-summary.ts). A list can therefore follow the stream without a
 * request for each event. `s` is the row of the server, `l` its lock. Four fields are look-ups by key. docs/benchmarks.md has their cost.
 */
const SERVER_DATA = Object.entries({
  status: 's.status',
  status_reason: 's.shown_reason',
  power: 's.power',
  rescue: 's.rescue',
  network_suspended: 's.network_suspended',
  lock_reason: 'l.reason',
  hostname: 's.hostname',
  plan: '(select key from plans where id = s.plan_id)',
  image: '(select name from images where id = s.image_id)',
  main_ip: '(select host(address) from ip_addresses where server_id = s.id and main order by version limit 1)',
  billing_cycle: 's.billing_cycle',
  renew_price: 's.renew_price',
  auto_renew: 's.auto_renew',
  cancelled: 'exists (select from cancel_requests where service_id = s.id)',
  created_at: 's.created_at',
  expiry_at: 's.expiry_at',
})
  .map(([field, value]) => `'${field}', ${value}`)
  .join(', ');

export const EVENTS = `
  -- Changes of an account, counted from 1 without gaps. Only triggers write them (db/migrations/start/events.ts).
  create table events (
    account_id integer not null,
    id bigint not null,
    xid xid8 not null,
    at timestamptz not null,
    resource_kind text not null,
    resource_id integer not null,
    change text not null check (change in ('created', 'updated', 'deleted')),
    data jsonb not null,
    primary key (account_id, id)
  );
  create unique index events_once on events (resource_kind, resource_id, xid);
  -- Old events are deleted by age, and are stored in the order of their time.
  create index events_at on events using brin (at);

  -- Returns the time of the given clock (db/connect.ts), which only tests set. Default: the time of the database.
  create function given_now() returns timestamptz language sql volatile as $$
    select clock_timestamp() + coalesce(nullif(current_setting('innkeeper.clock_ahead', true), ''), '0')::interval
  $$;

  -- Notes kind, resource and account, once. A deleted resource is noted with its data, and its other notes have no effect.
  create function note_resource(account integer, kind text, id integer, change text, data jsonb default '{}') returns boolean
  language plpgsql as $$
  declare line text := account || E'\\t' || kind || E'\\t' || id || E'\\t';
  begin
    if change = 'deleted' then return take_note(line || change || E'\\t' || data); end if;
    if strpos(current_setting('innkeeper.notes', true), line) > 0 then return false; end if;
    return take_note(line || change);
  end $$;

  create function note_server(server integer, change text) returns boolean language plpgsql as $$
  declare account integer;
  begin
    if strpos(current_setting('innkeeper.notes', true), E'\\tserver\\t' || server || E'\\t') > 0 then return false; end if;
    select account_id into account from services where id = server;
    return found and note_resource(account, 'server', server, change);
  end $$;

  -- Deletes the events of a resource that this transaction wrote, to write them again with the same number. Only the owner may delete
  -- events.
  create function forget_told(what text, resource integer) returns table (id bigint, change text) language sql security definer
    set search_path = pg_catalog, public, pg_temp as $$
    delete from events where resource_kind = what and resource_id = resource and xid = pg_current_xact_id()
    returning events.id, events.change
  $$;

  -- Locks the account's row and writes its events, in the order of their first notes. Rows are read under that lock, since several
  -- transactions may change the rows of a server at once. The version of the account increases by raised, and that of its servers by
  -- raised_servers.
  create function write_events(account integer, notes text[], again boolean, raised integer, raised_servers integer) returns void
  language plpgsql as $$
  declare
    reserved bigint;
    number bigint;
    note text;
    words text[];
    what text;
    resource integer;
    how text;
    told_id bigint;
    told_change text;
  begin
    insert into event_heads as head (account_id, last_id) select id, cardinality(notes) from accounts where id = account
      on conflict (account_id) do update set last_id = head.last_id + excluded.last_id, version = head.version + raised,
        servers_version = head.servers_version + raised_servers
      returning last_id into reserved;
    -- A deleted account gets no events.
    if not found then return; end if;
    number := reserved - cardinality(notes);
    foreach note in array notes loop
      words := string_to_array(note, E'\\t');
      what := words[2];
      resource := words[3];
      how := words[4];
      if again then
        select id, change into told_id, told_change from forget_told(what, resource);
        if how = 'updated' then how := coalesce(told_change, how); end if;
      end if;
      case
      when how = 'deleted' then ${written('words[5]::jsonb')};
      when what = 'server' then ${written(`jsonb_build_object(${SERVER_DATA})
          from servers s left join locks l on l.kind = 'server' and l.resource_id = s.id where s.id = resource`)};
      when what = 'floating_ip' then ${written(`jsonb_build_object('status', f.status, 'server_id', f.server_id)
          from floating_ips f where f.id = resource`)};
      ${Object.entries(TOLD)
        .map(([kind, { table, columns, lookUps = {} }]) => {
          const fields = [...columns.map((column) => [column, `r.${column}`]), ...Object.entries(lookUps)];
          const data = fields.map(([field, value]) => `'${field}', ${value}`).join(', ');
          return `when what = '${kind}' then ${written(`jsonb_build_object(${data}) from ${table} r where r.id = resource`)};`;
        })
        .join('\n      ')}
      else continue;
      end case;
      if found and told_id is null then number := number + 1; end if;
    end loop;
    if number < reserved then update event_heads set last_id = number where account_id = account; end if;
    if number > reserved - cardinality(notes) then perform wake('events', account::text); end if;
  end $$;

  -- Notes a service that is a server or a floating IP. Addons are reported with their server.
  create function note_service(service integer, change text) returns boolean language plpgsql as $$
  declare account integer; what text;
  begin
    select account_id, case type when 'floating-ip' then 'floating_ip' else 'server' end into account, what from services where id = service;
    return found and note_resource(account, what, service, change);
  end $$;

  ${atCommit('tell_created', 'insert on server_details', "note_server(new.id, 'created')")}
  ${atUpdate('tell_updated', 'server_details', noteWhen(differs(SERVER_COLUMNS), "note_server(new.id, 'updated')"))}
  ${atUpdate(
    'tell_updated',
    'services',
    noteWhen(
      "new.type in ('server', 'floating-ip') and old is distinct from new",
      "(case new.type when 'server' then note_server(new.id, 'updated') else note_service(new.id, 'updated') end)",
    ),
  )}
  ${atCommit('tell_floating_ip_created', 'insert on floating_ip_details', "note_service(new.id, 'created')")}
  -- Notes a cancellation that was requested or withdrawn.
  ${atCommit('tell_cancelled', 'insert on cancel_requests', "note_service(new.service_id, 'updated')")}
  ${atCommit('tell_kept', 'delete on cancel_requests', "note_service(old.service_id, 'updated')")}
  ${atCommit('tell_locked', 'insert on locks', lockTold('new'))}
  ${atCommit('tell_unlocked', 'delete on locks', lockTold('old'))}
  -- Notes both servers and the floating IP.
  ${atUpdate(
    'tell_moved',
    'ip_addresses',
    (['old', 'new'] as const)
      .map((row) => {
        const moved = `${row}.server_id is not null and ${differs(['server_id', 'main'])}`;
        return `${noteWhen(moved, `note_server(${row}.server_id, 'updated')`)}::integer`;
      })
      .concat(
        `${noteWhen(`new.floating_ip_id is not null and ${differs(['server_id'])}`, "note_service(new.floating_ip_id, 'updated')")}::integer`,
      )
      .join(' + ')
      .concat(' > 0'),
  )}
  -- A name is shown with the server or floating IP that has its address.
  create function note_named(named integer) returns boolean language plpgsql as $$
  declare holder record;
  begin
    select account_id, server_id, floating_ip_id into holder from ip_addresses where id = named;
    if not found then return false; end if;
    return case when holder.server_id is not null then note_server(holder.server_id, 'updated') else false end
      or case when holder.floating_ip_id is not null
        then note_resource(holder.account_id, 'floating_ip', holder.floating_ip_id, 'updated') else false end;
  end $$;
  ${atCommit('tell_named', 'insert on ptr_names', 'note_named(new.ip_address_id)')}
  ${atUpdate('tell_renamed', 'ptr_names', noteWhen(differs(['name']), 'note_named(new.ip_address_id)'))}
  ${atCommit('tell_unnamed', 'delete on ptr_names', 'note_named(old.ip_address_id)')}
  -- An order shows its payment: the page of the gateway, and the result.
  create function note_paid_orders(payment integer) returns boolean language plpgsql as $$
  declare
    paid record;
    first boolean := false;
  begin
    for paid in select o.account_id, o.id from payment_orders p join orders o on o.id = p.order_id where p.payment_id = payment order by o.id loop
      first := note_resource(paid.account_id, 'order', paid.id, 'updated') or first;
    end loop;
    return first;
  end $$;
  ${atUpdate('tell_payment', 'payments', noteWhen(differs(['url', 'state']), 'note_paid_orders(new.id)'))}
  ${Object.entries(TOLD)
    .flatMap(([kind, told]) => triggersOf(kind, told))
    .join('\n  ')}
`;

/**
 * Returns the statement that writes the event of the current note in `write_events`. `data` is an expression for its data, with a `from`
 * clause. The event's time is the clock's and not that of the transaction's start, so that times follow the ids.
 */
function written(data: string): string {
  return `insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, ${data}`;
}

function differs(columns: readonly string[]): string {
  const of = (row: 'old' | 'new') => columns.map((column) => `${row}.${column}`).join(', ');
  return `(${of('old')}) is distinct from (${of('new')})`;
}

function lockTold(row: 'old' | 'new'): string {
  const kind = `${row}.kind = 'server'`;
  return `(case when ${kind} then note_server(${row}.resource_id, 'updated')
    when ${row}.kind = 'floating_ip' then note_service(${row}.resource_id, 'updated') else false end)`;
}

function noteWhen(condition: string, note: string): string {
  return `(case when ${condition} then ${note} else false end)`;
}

function triggersOf(kind: string, { table, columns, acts = ['insert', 'update', 'delete'], changed, which }: Told): string[] {
  return acts.map((act) => {
    const row = act === 'delete' ? 'old' : 'new';
    const data = columns.map((column) => `'${column}', old.${column}`).join(', ');
    const more = act === 'delete' ? `, jsonb_build_object(${data})` : '';
    const note = `note_resource(${row}.account_id, '${kind}', ${row}.id, '${CHANGES[act]}'${more})`;
    const conditions = [
      which && `${row}.${which}`,
      act === 'update' && (changed ? differs(changed) : 'old is distinct from new'),
    ].filter(Boolean);
    const noted = conditions.length > 0 ? noteWhen(conditions.join(' and '), note) : note;
    if (act === 'update') return atUpdate(`tell_${kind}_${act}`, table, noted);
    return atCommit(`tell_${kind}_${act}`, `${act} on ${table}`, noted);
  });
}
