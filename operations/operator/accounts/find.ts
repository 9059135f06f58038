/** Queries and views of accounts for the operator. */

import type { Database } from '@innkeeper/db/schema';
import { ownerEmail } from '@innkeeper/db/tables/accounts';
import { formatDecimal } from '@innkeeper/model/money';
import { type Kysely, sql } from 'kysely';

/** Selects accounts with their balance in cents and their number of servers. */
export function accountsQuery(db: Kysely<Database>) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('countries as c', 'c.id', 'a.country_id')
    .innerJoin('ledger_accounts as l', 'l.account_id', 'a.id')
    .select(['a.id', 'a.name', 'c.code as country', 'l.balance', 'a.created_at', 'a.suspended_at', 'a.suspend_reason'])
    .select(ownerEmail('a.id').as('email'))
    .select(
      sql<number>`(select count(*)::int from servers s where s.account_id = a.id and s.status <> 'terminated')`.as('servers'),
    );
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountsQuery>['executeTakeFirstOrThrow']>>;

/** Returns an account as shown to the operator, with its balance as a decimal string. */
export function accountView(row: AccountRow) {
  return { ...row, balance: formatDecimal(row.balance) };
}

export async function loadAccount(db: Kysely<Database>, id: number) {
  return accountView(await accountsQuery(db).where('a.id', '=', id).executeTakeFirstOrThrow());
}
