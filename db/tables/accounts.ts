/** Customers. Each has a ledger account from the start. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { openCustomerAccount } from '../ledger.ts';
import type { Account, Database } from '../schema.ts';

export interface AccountWithCountry extends Account {
  country: Selectable<Database['countries']>;
}

export interface NewAccount {
  email: string;
  name?: string;
  /** ISO 3166 code of a country that the catalogue has. */
  country: string;
}

/** Answers the id; undefined when the e-mail address is taken. Throws a RangeError for a country that we don't know. */
export async function createAccount(trx: Transaction<Database>, account: NewAccount): Promise<number | undefined> {
  const country = await trx.selectFrom('countries').select('id').where('code', '=', account.country).executeTakeFirst();
  if (!country) throw new RangeError(`There is no country ${account.country} in the catalogue.`);
  const created = await trx
    .insertInto('accounts')
    .values({ email: account.email, name: account.name ?? '', country_id: country.id })
    .onConflict((oc) => oc.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created) await openCustomerAccount(trx, created.id);
  return created?.id;
}

export async function findAccount(db: Kysely<Database>, id: number): Promise<AccountWithCountry | undefined> {
  return withCountry(await accounts(db).where('a.id', '=', id).executeTakeFirst());
}

/** In whatever case the address is written. */
export async function findAccountByEmail(db: Kysely<Database>, email: string): Promise<AccountWithCountry | undefined> {
  return withCountry(await accounts(db).where(sql`lower(a.email)`, '=', email.toLowerCase()).executeTakeFirst());
}

function accounts(db: Kysely<Database>) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('countries as c', 'c.id', 'a.country_id')
    .selectAll('a')
    .select(['c.code', 'c.name as country_name', 'c.tax_rate_bp']);
}

type Row = Account & { code: string; country_name: string; tax_rate_bp: number };

function withCountry(row: Row | undefined): AccountWithCountry | undefined {
  if (!row) return undefined;
  const { code, country_name, tax_rate_bp, ...account } = row;
  return { ...account, country: { id: account.country_id, code, name: country_name, tax_rate_bp } };
}
