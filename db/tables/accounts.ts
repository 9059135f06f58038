/** Customers: who has services and owes money. People are `users.ts`. Each has a ledger account from the start, and an owner. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { openCustomerAccount } from '../ledger.ts';
import type { Account, Database } from '../schema.ts';
import { holdLoneUser } from './lone-users.ts';
import { insertMembership, insertUser, type NewUser } from './users.ts';

export interface AccountWithCountry extends Account {
  /** The user who owns it. */
  owner_id: number;
  email: string;
  country: Selectable<Database['countries']>;
}

/** Of its owner, who is a user of that name. */
export interface NewAccount extends NewUser {
  /** ISO 3166 code of a country that the catalogue has. */
  country: string;
}

/**
 * Makes an account and the user who owns it, or takes the lone user who has the e-mail address; undefined when a member of another account has it.
 * Throws what `openAccount` throws.
 */
export async function createAccount(
  trx: Transaction<Database>,
  { email, name, country }: NewAccount,
): Promise<{ accountId: number; userId: number } | undefined> {
  const userId = (await insertUser(trx, { email, name })) ?? (await holdLoneUser(trx, email))?.id;
  return userId === undefined ? undefined : { userId, accountId: await openAccount(trx, { userId, name, country }) };
}

/** Returns the id of a new account, which the user owns. Throws a RangeError for a country that we don't know. */
export async function openAccount(
  trx: Transaction<Database>,
  { userId, name, country: code }: { userId: number; name: string; country: string },
): Promise<number> {
  const country = await trx.selectFrom('countries').select('id').where('code', '=', code).executeTakeFirst();
  if (!country) throw new RangeError(`The country ${code} is not in the catalogue.`);
  const { id: accountId } = await trx
    .insertInto('accounts')
    .values({ name, country_id: country.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertMembership(trx, { accountId, userId, role: 'owner' });
  await openCustomerAccount(trx, accountId);
  return accountId;
}

export async function findAccount(db: Kysely<Database>, id: number): Promise<AccountWithCountry | undefined> {
  return withCountry(await accounts(db).where('a.id', '=', id).executeTakeFirst());
}

/** Those of the ids that the operator has suspended. */
export async function suspendedAccounts(db: Kysely<Database>, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('suspended_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The oldest that the user with this e-mail address owns, in whatever case it is written. */
export async function findAccountByEmail(db: Kysely<Database>, email: string): Promise<AccountWithCountry | undefined> {
  const owned = accounts(db).where(sql`lower(u.email)`, '=', email.toLowerCase());
  return withCountry(await owned.orderBy('a.id').limit(1).executeTakeFirst());
}

/** The e-mail address of an account's owner, empty once it is closed, in a query where `account` names the account's id: `a.id`. */
export function ownerEmail(account: string) {
  return sql<string>`coalesce((select u.email from memberships m join users u on u.id = m.user_id
    where m.account_id = ${sql.ref(account)} and m.role = 'owner'), '')`;
}

function accounts(db: Kysely<Database>) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('countries as c', 'c.id', 'a.country_id')
    .innerJoin('memberships as m', (join) => join.onRef('m.account_id', '=', 'a.id').on('m.role', '=', 'owner'))
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .selectAll('a')
    .select(['u.id as owner_id', 'u.email', 'c.code', 'c.name as country_name']);
}

type Row = Account & { owner_id: number; email: string; code: string; country_name: string };

function withCountry(row: Row | undefined): AccountWithCountry | undefined {
  if (!row) return undefined;
  const { code, country_name, ...account } = row;
  return { ...account, country: { id: account.country_id, code, name: country_name } };
}
