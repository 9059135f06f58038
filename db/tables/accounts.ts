/**
 * Customers, which have services and owe money. People are in `users.ts`. Each account has a ledger account and an owner from its creation.
 */
import { withAsciiDomain } from '@innkeeper/model/mail/address';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { openCustomerAccount } from '../ledger.ts';
import type { Account, Database } from '../schema.ts';
import { insertMembership, insertUser, type NewUser } from './users.ts';
import { lockUserWithoutAccount } from './users-without-account.ts';

export interface AccountWithCountry extends Account {
  /** Id of the user who owns the account. */
  owner_id: number;
  email: string;
  country: Selectable<Database['countries']>;
}

/** Input for a new account. The owner is a user with the same name. */
export interface NewAccount extends NewUser {
  /** ISO 3166 code of a country in the catalogue. */
  country: string;
}

/**
 * Creates an account and its owner. The owner is the user without an account who has this email address, or else a new user. Returns
 * `undefined` if the address belongs to a member of another account. Throws the errors of `openAccount`.
 */
export async function createAccount(
  trx: Transaction<Database>,
  { email, name, country }: NewAccount,
): Promise<{ accountId: number; userId: number } | undefined> {
  const userId = (await insertUser(trx, { email, name })) ?? (await lockUserWithoutAccount(trx, email))?.id;
  return userId === undefined ? undefined : { userId, accountId: await openAccount(trx, { userId, name, country }) };
}

/** Creates an account owned by the user and returns its id. Throws a `RangeError` for a country that is not in the catalogue. */
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

/** Returns the given ids whose account is suspended. */
export async function suspendedAccounts(db: Kysely<Database>, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('suspended_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether an account is suspended, and no mail since has told it. */
export async function isSuspensionUntold(db: Kysely<Database>, id: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from accounts a where a.id = ${id} and a.suspended_at is not null and not exists (
      select from mails m where m.account_id = a.id and m.created_at >= a.suspended_at
        and (m.template = 'account-suspended' or m.template = 'service-ending' and m.data -> 'isSuspended' = 'true'))) as any`.execute(
    db,
  );
  return rows[0]?.any === true;
}

/** Returns whether the end of all services has suspended an account, and the mail about it, which tells both, is not written yet. */
export async function isSuspensionBeingTold(db: Kysely<Database>, id: number): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from mails_due where account_id = ${id} and kind = 'service-ending') as any`.execute(db);
  return rows[0]?.any === true && (await isSuspensionUntold(db, id));
}

/**
 * Locks an account so that its suspension waits until the transaction ends, and waits for one that is under way. Other orders of the account
 * do not wait. Returns whether the account is suspended.
 */
export async function lockAgainstSuspension(trx: Transaction<Database>, id: number): Promise<boolean> {
  const account = await trx
    .selectFrom('accounts')
    .select('suspended_at')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow();
  return account.suspended_at !== null;
}

/** Finds the oldest account owned by the user with this email address. Ignores case. */
export async function findAccountByEmail(db: Kysely<Database>, email: string): Promise<AccountWithCountry | undefined> {
  const owned = accounts(db).where(sql`lower(u.email)`, '=', withAsciiDomain(email).toLowerCase());
  return withCountry(await owned.orderBy('a.id').limit(1).executeTakeFirst());
}

/**
 * Returns SQL for the email address of an account's owner, which is empty after the closure. `account` names the account's id column, such
 * as `a.id`.
 */
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
