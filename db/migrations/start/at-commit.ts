/**
 * Derives rows, such as an account's events, from changes of other rows, so that no code can forget to write them.
 *
 * Triggers note the changes while a transaction runs. At commit one trigger acts on all notes, account by account.
 *
 * - A note is a line that is appended to a setting of the transaction. No cheaper place is restored by a rollback to a savepoint. It is
 *   taken in the `when` of a deferred trigger. PostgreSQL evaluates that condition for each row at once, and it is true for the first note
 *   only. So a transaction queues one trigger, not one per row. Further notes follow after `set constraints all immediate`, or when a
 *   trigger at commit changes rows. A second act then continues the first.
 * - The row of an account in `event_heads` is locked before anything else is read or written for the account at commit. Accounts are locked
 *   in ascending order, to the end of the commit. The second transaction therefore sees everything that the first did, and no deadlock
 *   occurs.
 *
 * To add something that is derived at commit:
 *
 * 1. Note it by `atCommit`, with `note_server`, `note_resource`, `note_account` or a function of your own (events.ts has many).
 *    `note_account` writes no event. A line of your own (`take_note`) is account, kind, an integer (0 for none), and what you need,
 *    separated by tabs. `write_events` skips kinds that it does not support. Functions that note are plpgsql, since those of SQL are parsed
 *    again with each statement. A condition before a note is `case when ... then note_...(...) else false end`: `and` guarantees no order.
 * 2. Act: another column of the account's row goes into the upsert of `write_events`. Everything else is a function of its own, called in
 *    `act_for_account` after that. Most transactions have one to three notes. A loop over small statements takes a third of the time of one
 *    statement with joins and groups. It is linear for 100 000 notes too.
 */
export const AT_COMMIT = `
  -- State of an account that is written at commit.
  create table event_heads (
    account_id integer primary key references accounts on delete cascade,
    -- Number of the account's latest event.
    last_id bigint not null,
    -- Version of the data that cached reads show of the account. Each transaction that changes this raises it (versions.ts).
    version bigint not null default 1,
    -- Version of the data that pages show of the account's servers. Raised by each transaction that changes this without an event of these servers
    -- (versions.ts).
    servers_version bigint not null default 1
  ) with (fillfactor = 50);

  -- Returns whether this is the first note since the last act. Each note copies the setting, so a long setting is put aside: 100 000 notes
  -- would take minutes.
  create function take_note(note text) returns boolean language plpgsql as $$
  declare
    notes text := coalesce(current_setting('innkeeper.notes', true), '');
    full_pages integer;
    page text;
  begin
    if octet_length(notes) > 4000 then
      full_pages := coalesce(nullif(current_setting('innkeeper.full_pages', true), ''), '0')::integer + 1;
      page := set_config('innkeeper.page_' || full_pages, notes, true);
      page := set_config('innkeeper.full_pages', full_pages::text, true);
      page := set_config('innkeeper.notes', E'\\n' || note, true);
      page := set_config('innkeeper.may_repeat', 'true', true);
      return false;
    end if;
    page := set_config('innkeeper.notes', notes || E'\\n' || note, true);
    return notes = '';
  end $$;

  create function note_account(account integer) returns boolean language plpgsql as $$
  declare line text := account || E'\\taccount\\t0';
  begin
    if strpos(current_setting('innkeeper.notes', true), line) > 0 then return false; end if;
    return take_note(line);
  end $$;

  -- Returns all notes since the last act, and clears them.
  create function read_notes() returns text[] language plpgsql as $$
  declare
    notes text := current_setting('innkeeper.notes', true);
    full_pages integer := coalesce(nullif(current_setting('innkeeper.full_pages', true), ''), '0');
    page text;
  begin
    if notes = '' then return '{}'; end if;
    page := set_config('innkeeper.notes', '', true);
    if full_pages > 0 then
      page := set_config('innkeeper.full_pages', '', true);
      select string_agg(current_setting('innkeeper.page_' || n), '' order by n) || notes into notes from generate_series(1, full_pages) n;
    end if;
    return string_to_array(substr(notes, 2), E'\\n');
  end $$;

  -- again: whether some notes may have been acted on already.
  create function act_for_account(account integer, notes text[], again boolean) returns void language plpgsql as $$
  declare
    lines text := array_to_string(notes, E'\\n');
    -- Events of a server, a floating IP or an order also raise the version.
    raised integer := (lines ~ E'\\t(shown|all_servers|server|floating_ip|order)\\t')::integer;
    -- A floating IP is shown with its server.
    raised_servers integer := (lines ~ E'\\t(all_servers|floating_ip)\\t')::integer;
  begin
    -- Account 0 stands for the catalogue.
    if account = 0 then
      update catalogue_version set version = version + 1;
      return;
    end if;
    notes := array_remove(array_remove(notes, account || E'\\tshown\\t0'), account || E'\\tall_servers\\t0');
    if notes <> '{}' then
      perform write_events(account, notes, again, raised, raised_servers);
    elsif raised > 0 then
      insert into event_heads as head (account_id, last_id) select id, 0 from accounts where id = account
        on conflict (account_id) do update set version = head.version + 1, servers_version = head.servers_version + raised_servers;
    end if;
  end $$;

  create function act_at_commit() returns trigger language plpgsql as $$
  declare
    again boolean := current_setting('innkeeper.may_repeat', true) <> '';
    notes text[] := read_notes();
    account text;
    note text;
  begin
    if notes = '{}' then return null; end if;
    note := set_config('innkeeper.may_repeat', 'true', true);
    account := split_part(notes[1], E'\\t', 1) || E'\\t';
    foreach note in array notes loop
      if not starts_with(note, account) then
        perform act_for_account(one.account, one.notes, again) from (
          select split_part(line, E'\\t', 1)::integer as account, array_agg(line order by position) as notes
          from unnest(notes) with ordinality as lines (line, position) group by 1 order by 1) as one;
        return null;
      end if;
    end loop;
    perform act_for_account(account::integer, notes, again);
    return null;
  end $$;
`;

/**
 * Returns a trigger that notes a change (`insert on servers`). `note` is an expression of `new` and `old` that calls a `note_...` function.
 */
export function atCommit(name: string, change: string, note: string): string {
  return `create constraint trigger ${name} after ${change} deferrable initially deferred for each row
    when (${note}) execute function act_at_commit();`;
}

/**
 * Returns a trigger that notes updates, whose conditions are long. PostgreSQL parses the condition of a trigger again in each statement,
 * but keeps a function. Parsing took 0.1 of the 2 ms of an update of a server's row in a worker's transaction.
 */
export function atUpdate(name: string, table: string, note: string): string {
  const condition = `${name}_of_${table}`;
  return `create function ${condition}(old ${table}, new ${table}) returns boolean language plpgsql as $$
  begin
    return ${note};
  end $$;
  ${atCommit(name, `update on ${table}`, `${condition}(old, new)`)}`;
}
