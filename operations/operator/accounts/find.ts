/** Accounts as the operator names and sees them. */

import type { Database } from '@innkeeper/db/schema';
import { findAccount, findAccountByEmail, ownerEmail } from '@innkeeper/db/tables/accounts';
import { Failure } from '@innkeeper/model/failures';
import { decimal, parseDecimal } from '@innkeeper/model/money';
import { type Kysely, sql } from 'kysely';

/** With its balance, in cents, and how many servers it has. */
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

export function accountView(row: AccountRow) {
  return { ...row, balance: decimal(row.balance) };
}

/** By id, or by the email address of its owner. Throws `not_found`. */
export async function accountIdOf(db: Kysely<Database>, named: string): Promise<number> {
  const account = /^\d{1,9}$/.test(named) ? await findAccount(db, Number(named)) : await findAccountByEmail(db, named);
  if (!account) throw new Failure('not_found', { message: `Account ${named} does not exist.` });
  return account.id;
}

export async function loadAccount(db: Kysely<Database>, id: number) {
  return accountView(await accountsQuery(db).where('a.id', '=', id).executeTakeFirstOrThrow());
}

/** An amount in cents, from a text that the schema of the input has checked. */
export const cents = (text: string): bigint => parseDecimal(text);
