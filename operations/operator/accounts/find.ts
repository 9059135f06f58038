/** Accounts as the operator names and sees them. */
import type { Database } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import { decimal, parseDecimal } from '@innkeeper/model/money';
import { type Kysely, sql } from 'kysely';

/** With its balance, in cents, and how many servers it has. */
export function accountsQuery(db: Kysely<Database>) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('countries as c', 'c.id', 'a.country_id')
    .innerJoin('ledger_accounts as l', 'l.account_id', 'a.id')
    .select(['a.id', 'a.email', 'a.name', 'c.code as country', 'l.balance', 'a.created_at', 'a.suspended_at', 'a.suspend_reason'])
    .select(
      sql<number>`(select count(*)::int from servers s where s.account_id = a.id and s.status <> 'terminated')`.as('servers'),
    );
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountsQuery>['executeTakeFirstOrThrow']>>;

export function accountView(row: AccountRow) {
  return { ...row, balance: decimal(row.balance) };
}

/** By id or email address. Throws `not_found`. */
export async function accountIdOf(db: Kysely<Database>, named: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where((eb) => (/^\d{1,9}$/.test(named) ? eb('id', '=', Number(named)) : eb(sql`lower(email)`, '=', named.toLowerCase())))
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `There is no account ${named}.` });
  return row.id;
}

export async function loadAccount(db: Kysely<Database>, id: number) {
  return accountView(await accountsQuery(db).where('a.id', '=', id).executeTakeFirstOrThrow());
}

/** As the input's schema lets it through. */
export const cents = (text: string): bigint => parseDecimal(text);
