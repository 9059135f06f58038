/** What the operator does with accounts and tokens, each with its audit line. */
import { deposit } from '@innkeeper/db/ledger';
import type { Database } from '@innkeeper/db/schema';
import { createAccount, findAccountByEmail } from '@innkeeper/db/tables/accounts';
import { createToken } from '@innkeeper/db/tables/tokens';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import type { Cents } from '@innkeeper/model/money';
import type { Kysely, Transaction } from 'kysely';
import { Refusal } from '../terminal/refusal.ts';
import { operatorCx } from './operator.ts';

const ACTOR = 'operator';

export const DEFAULT_COUNTRY = 'DE';

export interface OpenAccount {
  email: string;
  name?: string | undefined;
  /** ISO 3166 code of a country of the catalogue; it decides the VAT. */
  country: string;
  /** Granted by the operator. */
  funds: Cents;
}

/** Answers the account's id; undefined when the address has an account already. */
export async function openAccount(trx: Transaction<Database>, wanted: OpenAccount): Promise<number | undefined> {
  const { email, name = '', country, funds } = wanted;
  const known = await trx.selectFrom('countries').select('id').where('code', '=', country).executeTakeFirst();
  if (!known) throw new Refusal(`The country ${country} is not in the catalogue.`);
  const id = await createAccount(trx, { email, name, country });
  if (id === undefined) return undefined;
  const now = new Date();
  if (funds > 0n)
    await deposit(trx, { accountId: id, amount: funds, paymentMethod: ACTOR, description: 'Granted by the operator', now });
  await audit(operatorCx(trx), 'createAccount', { kind: 'account', id, accountId: id }, { funds: String(funds) });
  return id;
}

export type Abilities = readonly ('read' | 'write')[];

export interface WantedToken {
  email: string;
  name: string;
  abilities: Abilities;
  expiresAt?: Date | undefined;
}

/** Makes a token for an account; refuses an address without one. The token is told here and never again. */
export async function makeToken(db: Kysely<Database>, { email, ...wanted }: WantedToken): Promise<{ id: number; token: string }> {
  return inTransaction(db, async (trx) => {
    const account = await findAccountByEmail(trx, email);
    if (!account) throw new Refusal(`There is no account ${email}. Make one with ./innkeeper account create --email ${email}.`);
    const made = await createToken(trx, { accountId: account.id, ...wanted });
    await audit(operatorCx(trx), 'createToken', { kind: 'access_token', id: made.id, accountId: account.id });
    return made;
  });
}
