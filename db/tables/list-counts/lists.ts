/** The counted lists of an account, with SQL for their rows. db/migrations/start/list-counts.ts records their changes. */
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** A key in the order of a list. */
export interface Key {
  at: Sql;
  id: Sql;
}

/** Keys of an account between `from`, inclusive, and `to`, exclusive. */
export interface Range {
  account: Sql;
  from: Key;
  to: Key;
}

export interface CountedList {
  name: 'servers' | 'orders' | 'transactions' | 'invoices';
  /** Returns a query for `at`, `id` and `status` of the rows in a range. */
  rows(range: Range): Sql;
}

export const SERVERS: CountedList = {
  name: 'servers',
  rows: ({ account, from, to }) => sql`
    select created_at as at, id, status from services where account_id = ${account} and type = 'server'
      and (created_at, id) >= (${from.at}, ${from.id}) and (created_at, id) < (${to.at}, ${to.id})`,
};

/** Orders are sorted by id alone, so all rows have the same time. */
export const ORDERS: CountedList = {
  name: 'orders',
  rows: ({ account, from, to }) => sql`
    select '-infinity'::timestamptz as at, id, status from orders
    where account_id = ${account} and id >= ${from.id} and id < ${to.id}`,
};

/** Transactions of the balance. They have no status. */
export const TRANSACTIONS: CountedList = {
  name: 'transactions',
  rows: ({ account, from, to }) => sql`
    select '-infinity'::timestamptz as at, entry_id as id, '' as status from ledger_postings
    where ledger_account_id = (select id from ledger_accounts where account_id = ${account})
      and entry_id >= ${from.id} and entry_id < ${to.id}`,
};

/** Invoices. They have no status. */
export const INVOICES: CountedList = {
  name: 'invoices',
  rows: ({ account, from, to }) => sql`
    select '-infinity'::timestamptz as at, id, '' as status from invoices
    where account_id = ${account} and id >= ${from.id} and id < ${to.id}`,
};

export const COUNTED_LISTS = [SERVERS, ORDERS, TRANSACTIONS, INVOICES];

/** Keys below and above all others. */
export const MIN_KEY: Key = { at: sql`'-infinity'::timestamptz`, id: sql`0` };
export const MAX_KEY: Key = { at: sql`'infinity'::timestamptz`, id: sql`2147483647` };
