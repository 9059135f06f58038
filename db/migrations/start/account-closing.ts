/**
 * Closes accounts and erases users who have none. Members without another account are erased together with the account, and so is their
 * own data. The rest of the account's personal data is erased later, some rows at a time. Users who are in no account for long are erased
 * in the same way.
 *
 * The statements come from model/personal-data/retention.ts. The functions have the owner's rights, so no process needs the right to blank
 * or delete such rows itself. They do nothing before the time of an account or user has come.
 */
import { type Blanked, type Deleted, RETENTION, type Retention } from '@innkeeper/model/personal-data/retention';

const VARIABLES = { $account: 'closing_id', $users: 'gone_users', $emails: 'gone_emails', $at: 'given_time' };

const withVariables = (text: string): string =>
  text.replace(/\$(account|users|emails|at)\b/g, (name) => VARIABLES[name as keyof typeof VARIABLES]);

type Erasing = { table: string } & (Blanked | Deleted);

const ERASING: readonly Erasing[] = Object.entries(RETENTION).flatMap(([table, ways]: [string, readonly Retention[]]) =>
  ways.flatMap((way) => ('deleted' in way || 'blanked' in way ? { table, ...way } : [])),
);

/** Returns the statement of an erasure. `max` is an SQL expression for the maximum number of rows, by default unlimited. */
function statementOf(erasing: Erasing, max?: string): string {
  const { table, rows } = erasing;
  const limit = max === undefined ? '' : ` limit ${max}`;
  if ('deleted' in erasing)
    return withVariables(`delete from ${table} where ctid = any(array(select t.ctid from ${table} t where ${rows}${limit}));`);
  const columns = Object.keys(erasing.blanked);
  const values = Object.values(erasing.blanked).join(', ');
  const differs = `row(${columns.map((column) => `t.${column}`).join(', ')}) is distinct from row(${values})`;
  const set = Object.entries(erasing.blanked).map(([column, value]) => `${column} = ${value}`);
  return withVariables(`update ${table} t set ${set.join(', ')}
      where t.ctid = any(array(select t.ctid from ${table} t where (${rows}) and ${differs}${limit}));`);
}

const ofUsers = ERASING.filter((one) => one.with === 'account' && !one.rows.includes('$account')).map((one) => statementOf(one));
const withAccount = ERASING.filter((one) => one.with === 'account').map((one) => statementOf(one));
const afterwards = ERASING.filter((one) => one.with !== 'account').map(
  (one) => `${statementOf(one, 'most_rows - done')}
    get diagnostics rows_done = row_count;
    done := done + rows_done;
    if done >= most_rows then return done; end if;`,
);

export const ACCOUNT_CLOSING = `
  create function close_account(closing_id integer, given_time timestamptz) returns boolean language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
  declare
    gone_users integer[];
    gone_emails text[];
  begin
    perform from accounts where id = closing_id and closes_at <= given_time and closed_at is null for update;
    if not found then return false; end if;
    -- Wait for users who join or leave another account at this moment, so that the next query sees the result.
    perform from users where id in (select user_id from memberships where account_id = closing_id) order by id for update;
    select coalesce(array_agg(u.id), '{}'), coalesce(array_agg(lower(u.email)), '{}') into gone_users, gone_emails
      from memberships m join users u on u.id = m.user_id
      where m.account_id = closing_id
        and not exists (select from memberships o where o.user_id = m.user_id and o.account_id <> closing_id);
    update accounts set closed_at = given_time where id = closing_id;
    ${withAccount.join('\n    ')}
    return true;
  end $$;

  -- Returns the number of erased rows. Zero means that nothing is left to erase.
  create function erase_closed_account(closing_id integer, given_time timestamptz, most_rows integer) returns integer
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    done integer := 0;
    rows_done integer;
  begin
    perform from accounts where id = closing_id and closed_at is not null and erased_at is null for update;
    if not found then return 0; end if;
    ${afterwards.join('\n    ')}
    if done = 0 then update accounts set erased_at = given_time where id = closing_id; end if;
    return done;
  end $$;

  -- Erases a user without an account, once the announced time has come. The same rows go as when a user's last account closes.
  create function erase_lone_user(lone_id integer, given_time timestamptz) returns boolean language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp as $$
  declare
    gone_users integer[] := array[lone_id];
    gone_emails text[];
  begin
    select array[lower(email)] into gone_emails from users where id = lone_id and erases_at <= given_time for update;
    if not found or exists (select from memberships where user_id = lone_id) then return false; end if;
    ${ofUsers.join('\n    ')}
    return true;
  end $$;

  revoke execute on function close_account(integer, timestamptz), erase_closed_account(integer, timestamptz, integer),
    erase_lone_user(integer, timestamptz) from public;
`;
