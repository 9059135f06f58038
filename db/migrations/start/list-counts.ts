/**
 * Counts of the long lists of an account, which find a page without reading the rows before it (db/tables/list-counts/).
 *
 * A list is ordered by a key, (at, id), and cut into ranges of a few hundred rows. `list_counts` holds the number of rows of each status in
 * each range. A transaction that changes a row of a list notes the change in `list_changes`. It updates no row that others update, so no
 * two transactions wait for one another. Readers add the changes to the counts. A job recounts the ranges that have changes, and deletes
 * these changes (jobs/compact-list-counts.ts).
 */
export const LIST_COUNTS = `
  -- Number of rows of an account's lists by range and status, without the changes in list_changes. Without foreign keys, since each counted
  -- row has its own.
  create table list_counts (
    account_id integer not null,
    list text not null check (list in ('servers', 'orders', 'transactions', 'invoices')),
    -- First key that may be in the range, which ends before the next range begins.
    from_at timestamptz not null,
    from_id integer not null,
    status text not null,
    n integer not null,
    primary key (account_id, list, from_at, from_id, status)
  ) with (fillfactor = 70);

  -- Rows that entered a list, left it or changed their status there, until they are counted.
  create table list_changes (
    account_id integer not null,
    list text not null,
    at timestamptz not null,
    id integer not null,
    -- Previous status. Null if the row entered the list.
    was text,
    -- New status. Null if the row left the list.
    status text
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
  create index list_changes_account on list_changes (account_id, list);

  ${noteChanges({ list: 'servers', table: 'services', at: 'created_at', which: "type = 'server'" })}
  ${noteChanges({ list: 'orders', table: 'orders' })}
  -- The trigger that changes the balance notes transactions (ledger.ts). Invoices are only added (invoices.ts).
`;

interface Noted {
  list: string;
  table: string;
  /** Column of the key before the id. Omitted if the id alone is the key. */
  at?: string;
  /** Condition on a column that selects the rows of the list. */
  which?: string;
}

/** Returns triggers that note the changes of a table's rows. */
function noteChanges({ list, table, at, which }: Noted): string {
  const placed = at === undefined ? ['account_id'] : ['account_id', at];
  const columns = [...placed, 'status'];
  const of = (row: string, names: readonly string[]): string => `(${names.map((name) => `${row}.${name}`).join(', ')})`;
  const key = (row: string): string =>
    `${row}.account_id, '${list}', ${at === undefined ? "'-infinity'" : `${row}.${at}`}, ${row}.id`;
  const when = (row: string, more?: string): string => {
    const conditions = [...(which === undefined ? [] : [`${row}.${which}`]), ...(more === undefined ? [] : [more])];
    return conditions.length > 0 ? `when (${conditions.join(' and ')})` : '';
  };
  const changed = `${of('old', columns)} <> ${of('new', columns)}`;
  return `
  create function record_${list}_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and ${of('old', placed)} = ${of('new', placed)} then
      insert into list_changes values (${key('new')}, old.status, new.status);
      return null;
    end if;
    if tg_op <> 'INSERT' then insert into list_changes values (${key('old')}, old.status, null); end if;
    if tg_op <> 'DELETE' then insert into list_changes values (${key('new')}, null, new.status); end if;
    return null;
  end $$;
  create trigger record_insert after insert on ${table} for each row ${when('new')} execute function record_${list}_change();
  create trigger record_update after update of ${columns.join(', ')} on ${table}
    for each row ${when('new', changed)} execute function record_${list}_change();
  create trigger record_delete after delete on ${table} for each row ${when('old')} execute function record_${list}_change();`;
}
