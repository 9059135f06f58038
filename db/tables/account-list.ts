/** The long lists of an account, with SQL for their rows, and their pages with exact totals. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { PageQuery } from './page.ts';

type Sql = RawBuilder<unknown>;

/** Returns a query for `at`, `id` and `status` of an account's rows. A list is ordered by `at` and `id`. */
export type AccountList = (account: Sql) => Sql;

export const SERVERS: AccountList = (account) => sql`
  select created_at as at, id, status from services where account_id = ${account} and type = 'server'`;

/** Orders are sorted by id alone, so all rows have the same time. */
export const ORDERS: AccountList = (account) => sql`
  select '-infinity'::timestamptz as at, id, status from orders where account_id = ${account}`;

/** Transactions of the balance. They have no status. */
export const TRANSACTIONS: AccountList = (account) => sql`
  select '-infinity'::timestamptz as at, entry_id as id, '' as status from ledger_postings
  where ledger_account_id = (select id from ledger_accounts where account_id = ${account})`;

/** Invoices. They have no status. */
export const INVOICES: AccountList = (account) => sql`
  select '-infinity'::timestamptz as at, id, '' as status from invoices where account_id = ${account}`;

export interface ListQuery extends PageQuery {
  accountId: number;
  /** Statuses to include. `['']` for a list without statuses. */
  statuses: readonly string[];
  /** Direction of the list's key, `desc` by default. */
  direction?: 'asc' | 'desc' | undefined;
}

export interface IdsOfPage {
  ids: number[];
  /** Number of rows on all pages. */
  total: number;
}

/** Returns the ids of a page and the number of rows of the list, both from one snapshot. */
export async function pageOfList(db: Kysely<Database>, list: AccountList, query: ListQuery): Promise<IdsOfPage> {
  const { rows } = await listPageQuery(list, query).execute(db);
  const [only] = rows;
  if (!only) throw new Error('a page is one row');
  return only;
}

/**
 * Returns the query for a page. Each status is an ordered range of an index. With the plan that PostgreSQL keeps for unknown values, one
 * query for all statuses would read and sort every row of the list.
 */
export function listPageQuery(list: AccountList, query: ListQuery): RawBuilder<IdsOfPage> {
  const { accountId, page, perPage, direction = 'desc' } = query;
  const order = sql.raw(direction);
  const rows = list(sql`${accountId}::int`);
  return sql<IdsOfPage>`
    select ${totalOfList(list, query)} as total, array(
      select kept.id from unnest(${statusesOf(query)}) as wanted (status) cross join lateral (
        select one.at, one.id from (${rows}) as one where one.status = wanted.status
        order by one.at ${order}, one.id ${order} limit ${page * perPage}::bigint) as kept
      order by kept.at ${order}, kept.id ${order} offset ${(page - 1) * perPage}::bigint limit ${perPage}::bigint) as ids`;
}

/** Returns a query for the number of rows of a list. */
export function totalOfList(list: AccountList, query: Pick<ListQuery, 'accountId' | 'statuses'>): RawBuilder<number> {
  const rows = list(sql`${query.accountId}::int`);
  return sql<number>`(
    select coalesce(sum(counted.n), 0)::int from unnest(${statusesOf(query)}) as wanted (status)
    cross join lateral (select count(*) as n from (${rows}) as one where one.status = wanted.status) as counted)`;
}

const statusesOf = ({ statuses }: Pick<ListQuery, 'statuses'>) => sql`${[...new Set(statuses)]}::text[]`;
