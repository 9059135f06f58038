/**
 * How many lines the audit log of an account has, and where in it a page begins, without reading what lies before it
 * (db/tables/audit-counts/). The lines of an account are ordered by (at, id) and cut into ranges of some hundred or thousand; `audit_counts` has of each how many
 * lines it holds. Counted are the lines up to one id, below which no transaction can add any more: who counts adds those after it. So
 * whoever writes a line does nothing for it, and one that is late is counted as any other.
 */
export const AUDIT_COUNTS = `
  -- Of a range one row of all its lines, without action, user and kind; and one of each that there is. Without foreign keys: each line has its own.
  create table audit_counts (
    account_id integer not null,
    -- Empty: all lines of the range.
    action text not null,
    -- The first key that may be in the range; it ends before the next range begins. The first range of an account begins before all times.
    from_at timestamptz not null,
    from_id bigint not null,
    -- 0: nobody.
    user_id integer not null,
    -- Empty: none.
    resource_kind text not null,
    n integer not null,
    primary key (account_id, action, from_at, from_id, user_id, resource_kind)
  ) with (fillfactor = 70);

  -- One row: the lines up to this id are counted, and no others.
  create table audit_counted (
    only_one boolean primary key default true check (only_one),
    id bigint not null default 0
  );
  insert into audit_counted default values;
`;
