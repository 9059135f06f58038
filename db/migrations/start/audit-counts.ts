/**
 * Counts of the audit lines of an account, which find a page without reading the lines before it (db/tables/audit-counts/).
 *
 * The lines of an account are ordered by (at, id) and cut into ranges of some hundred or thousand. `audit_counts` holds the number of lines
 * of each range. All lines up to one id are counted, and no transaction can add lines below that id. Readers add the lines after that id.
 * Writers of a line therefore do nothing for the counts, and a late line is counted like any other.
 */
export const AUDIT_COUNTS = `
  -- Number of lines by range: one row for all lines, without action, user and kind, and one row for each combination. Without foreign keys,
  -- since each line has its own.
  create table audit_counts (
    account_id integer not null,
    -- Empty for all lines of the range.
    action text not null,
    -- First key that may be in the range, which ends before the next range begins. The first range of an account begins before all times.
    from_at timestamptz not null,
    from_id bigint not null,
    -- 0 for no user.
    user_id integer not null,
    -- Empty for no resource.
    resource_kind text not null,
    n integer not null,
    primary key (account_id, action, from_at, from_id, user_id, resource_kind)
  ) with (fillfactor = 70);

  -- One row: the id up to which all lines are counted, and no others.
  create table audit_counted (
    only_one boolean primary key default true check (only_one),
    id bigint not null default 0
  );
  insert into audit_counted default values;
`;
