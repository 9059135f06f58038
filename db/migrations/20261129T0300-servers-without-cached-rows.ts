/** Servers of pages are read with each page, so no version tells of them alone (docs/decisions/shared-reads.md). */
import { type Kysely, sql } from 'kysely';

/** Expression that notes the accounts of a row, of `old`, `new`, or both. */
type Note = (rows: readonly ('old' | 'new')[]) => string;

const account: Note = (rows) => `note_shown(${rows.map((row) => `${row}.account_id`).join(', ')})`;
const service =
  (column: string): Note =>
  (rows) =>
    `note_shown_of_service(${rows.at(-1)}.${column})`;
const order: Note = (rows) => `note_shown_of_order(${rows.at(-1)}.order_id)`;
const address: Note = (rows) => `note_shown_of_address(${rows.map((row) => `${row}.ip_address_id`).join(', ')})`;

const ACTS = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const;
const ALL = ['insert', 'update', 'delete'] as const;
const DIFFERENT = 'old is distinct from new';

interface Noting {
  note: Note;
  acts?: readonly (keyof typeof ACTS)[];
  /** Condition of an update. */
  changed?: string;
}

/** Tables whose triggers noted a change of all servers. They now note a change of what the account is shown. */
const TABLES: Readonly<Record<string, Noting>> = {
  services: { note: account },
  server_details: { note: service('id'), acts: ['update', 'delete'] },
  addon_details: { note: service('id') },
  floating_ip_details: { note: service('id') },
  cancel_requests: { note: service('service_id') },
  locks: { note: service('resource_id'), acts: ['update'], changed: `${DIFFERENT} and new.kind in ('server', 'floating_ip')` },
  ip_addresses: { note: account },
  ptr_names: { note: address, changed: '(old.ip_address_id, old.name) is distinct from (new.ip_address_id, new.name)' },
  ssh_keys: { note: account },
  server_ssh_keys: { note: service('server_id') },
  orders: { note: account, acts: ['update', 'delete'] },
  order_lines: { note: order },
};

function triggersOf([table, { note, acts = ALL, changed = DIFFERENT }]: [string, Noting]): string {
  return acts
    .map((act) => {
      const noted = act === 'update' ? `case when ${changed} then ${note(ACTS[act])} else false end` : note(ACTS[act]);
      return `drop trigger raise_version_${act} on ${table};
  create constraint trigger raise_version_${act} after ${act} on ${table} deferrable initially deferred for each row
    when (${noted}) execute function act_at_commit();`;
    })
    .join('\n  ');
}

export const SERVERS_WITHOUT_CACHED_ROWS = `
  -- The change of an address without a holder is noted for its own row.
  create function note_shown_of_address(named integer, other_named integer default null) returns boolean language plpgsql as $$
  begin
    return note_shown(
      (select account_id from ip_addresses where id = named), (select account_id from ip_addresses where id = other_named));
  end $$;

  ${Object.entries(TABLES).map(triggersOf).join('\n  ')}

  drop function note_line(integer, text, text);
  drop function note_all_servers_of_address(integer, integer);
  drop function note_all_servers_of_service(integer);
  drop function note_all_servers(integer, integer);

  -- Locks the account's row and writes its events, in the order of their first notes. Rows are read under that lock, since several
  -- transactions may change the rows of a server at once. The version of the account increases by raised.
  create function write_events(account integer, notes text[], again boolean, raised integer) returns void language plpgsql as $$
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
      on conflict (account_id) do update set last_id = head.last_id + excluded.last_id, version = head.version + raised
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
      when how = 'deleted' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, words[5]::jsonb;
      when what = 'server' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', s.status, 'status_reason', s.shown_reason, 'power', s.power, 'rescue', s.rescue, 'network_suspended', s.network_suspended, 'lock_reason', l.reason, 'hostname', s.hostname, 'plan', (select key from plans where id = s.plan_id), 'image', (select name from images where id = s.image_id), 'main_ip', (select host(address) from ip_addresses where server_id = s.id and main order by version limit 1), 'billing_cycle', s.billing_cycle, 'renew_price', s.renew_price, 'auto_renew', s.auto_renew, 'cancelled', exists (select from cancel_requests where service_id = s.id), 'created_at', s.created_at, 'expiry_at', s.expiry_at)
          from servers s left join locks l on l.kind = 'server' and l.resource_id = s.id where s.id = resource;
      when what = 'floating_ip' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', f.status, 'server_id', f.server_id)
          from floating_ips f where f.id = resource;
      when what = 'order' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status) from orders r where r.id = resource;
      when what = 'operation' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('kind', r.kind, 'shown_state', r.shown_state, 'step', r.step, 'percent', r.percent, 'resource_kind', r.resource_kind, 'resource_id', r.resource_id) from workflows r where r.id = resource;
      when what = 'iso' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status, 'size', r.size) from isos r where r.id = resource;
      when what = 'ticket' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status) from tickets r where r.id = resource;
      when what = 'firewall' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status) from firewalls r where r.id = resource;
      when what = 'webhook' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status) from webhooks r where r.id = resource;
      when what = 'attack' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('key', r.key, 'ip_address_id', r.ip_address_id, 'ended_at', r.ended_at, 'detector', r.detector, 'severity', r.severity, 'server_id', (select server_id from ip_addresses where id = r.ip_address_id)) from attacks r where r.id = resource;
      when what = 'member' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('role', r.role) from memberships r where r.id = resource;
      when what = 'invitation' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('role', r.role) from invitations r where r.id = resource;
      when what = 'snapshot' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status, 'server_id', r.server_id) from copies r where r.id = resource;
      when what = 'backup' then insert into events (account_id, id, xid, at, resource_kind, resource_id, change, data)
        select account, coalesce(told_id, number + 1), pg_current_xact_id(), given_now(), what, resource, how, jsonb_build_object('status', r.status, 'server_id', r.server_id) from copies r where r.id = resource;
      else continue;
      end case;
      if found and told_id is null then number := number + 1; end if;
    end loop;
    if number < reserved then update event_heads set last_id = number where account_id = account; end if;
    if number > reserved - cardinality(notes) then perform wake('events', account::text); end if;
  end $$;

  -- again: whether some notes may have been acted on already.
  create or replace function act_for_account(account integer, notes text[], again boolean) returns void language plpgsql as $$
  declare
    lines text := array_to_string(notes, E'\\n');
    -- Events of a server, a floating IP or an order also raise the version.
    raised integer := (lines ~ E'\\t(shown|server|floating_ip|order)\\t')::integer;
  begin
    -- Account 0 stands for the catalogue.
    if account = 0 then
      update catalogue_version set version = version + 1;
      return;
    end if;
    notes := array_remove(notes, account || E'\\tshown\\t0');
    if notes <> '{}' then
      perform write_events(account, notes, again, raised);
    elsif raised > 0 then
      insert into event_heads as head (account_id, last_id) select id, 0 from accounts where id = account
        on conflict (account_id) do update set version = head.version + 1;
    end if;
  end $$;

  drop function write_events(integer, text[], boolean, integer, integer);
  alter table event_heads drop column servers_version;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SERVERS_WITHOUT_CACHED_ROWS).execute(db);
}
