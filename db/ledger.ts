/**
 * All movements of money: each is one entry whose postings add up to 0 (enforced by the database, migrations/start/ledger.ts). A
 * positive posting credits an account. All amounts are cents.
 */
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money';
import { type Kysely, sql, type Transaction } from 'kysely';
import { compiled } from './compiled.ts';
import type { Database, LedgerAccountKind } from './schema.ts';
import { brokeConstraint } from './transaction.ts';

/** Creates the ledger account of a customer's account. */
export async function openCustomerAccount(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx.insertInto('ledger_accounts').values({ kind: 'customer', account_id: accountId }).execute();
}

export interface CustomerBalance {
  balance: Cents;
  /** How far below 0 it may fall. */
  creditLimit: Cents;
}

export async function balanceOf(db: Kysely<Database>, accountId: number): Promise<CustomerBalance> {
  return db
    .selectFrom('ledger_accounts')
    .select(['balance', 'credit_limit as creditLimit'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** The same, and other payments of the account wait until the caller's transaction ends, so that it is still true when it pays. */
export async function holdBalance(db: Kysely<Database>, accountId: number): Promise<CustomerBalance> {
  const [held] = (await lockedBalance(db, { accountId })).rows;
  if (!held) throw new Error(`account ${accountId} has no ledger account`);
  return held;
}

const lockedBalance = compiled((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom('ledger_accounts')
    .select(['balance', 'credit_limit as creditLimit'])
    .where('account_id', '=', accountId)
    .forNoKeyUpdate(),
);

export const covers = ({ balance, creditLimit }: CustomerBalance, amount: Cents): boolean => balance + creditLimit >= amount;

/** Whether the balance covers `amount`; held as by `holdBalance`. */
export async function coversFromBalance(db: Kysely<Database>, accountId: number, amount: Cents): Promise<boolean> {
  return covers(await holdBalance(db, accountId), amount);
}

export interface Deposit {
  accountId: number;
  amount: Cents;
  /** How the money came: `card`, `bank`, `operator` ... */
  paymentMethod: string;
  description: string;
  orderId?: number;
  now: Date;
}

/** Money from outside becomes the customer's balance. Returns the entry's id. */
export async function deposit(trx: Transaction<Database>, { amount, ...rest }: Deposit): Promise<number> {
  return enter(trx, { ...rest, kind: 'deposit', postings: { customer: amount, funding: -amount } });
}

export interface OrderMoney {
  accountId: number;
  orderId: number;
  net: Cents;
  vat: Cents;
  description: string;
  now: Date;
}

/** The balance pays for an order. Throws `insufficient_funds`; an order that costs nothing makes no entry. */
export async function pay(trx: Transaction<Database>, { net, vat, ...rest }: OrderMoney): Promise<void> {
  if (net + vat === 0n) return;
  const postings = { customer: -(net + vat), revenue: net, vat_payable: vat };
  await enter(trx, { ...rest, kind: 'payment', paymentMethod: 'balance', postings });
}

/** Refunds to the balance what was paid for something that was not delivered. */
export async function refund(trx: Transaction<Database>, { net, vat, ...rest }: OrderMoney): Promise<void> {
  if (net + vat === 0n) return;
  const postings = { customer: net + vat, revenue: -net, vat_payable: -vat };
  await enter(trx, { ...rest, kind: 'refund', paymentMethod: 'balance', postings });
}

interface Entry {
  kind: Database['ledger_entries']['kind'];
  accountId: number;
  orderId?: number;
  paymentMethod: string;
  description: string;
  now: Date;
  postings: Partial<Record<LedgerAccountKind, Cents>>;
}

/** One statement: entry and postings, whose trigger moves the customer's balance. */
async function enter(trx: Transaction<Database>, entry: Entry): Promise<number> {
  const { customer = 0n, funding = 0n, revenue = 0n, vat_payable = 0n } = entry.postings;
  const posted = sql<{ entry_id: number; ledger_account_id: number }>`
    with entry as (
      insert into ledger_entries (kind, account_id, order_id, payment_method, description, created_at)
      values (${entry.kind}, ${entry.accountId}, ${entry.orderId ?? null}, ${entry.paymentMethod}, ${entry.description}, ${entry.now})
      returning id
    )
    insert into ledger_postings (entry_id, ledger_account_id, amount)
    select entry.id, account.id, moved.amount
    from entry, ledger_accounts as account
    cross join lateral (select case account.kind
      when 'customer' then ${customer}::bigint when 'funding' then ${funding}::bigint
      when 'revenue' then ${revenue}::bigint else ${vat_payable}::bigint end as amount) as moved
    where (account.account_id = ${entry.accountId} or account.kind in ('funding', 'revenue', 'vat_payable'))
      and moved.amount <> 0
    order by account.id desc
    returning entry_id`;
  try {
    const { rows } = await posted.execute(trx);
    const first = rows[0];
    if (!first) throw new Error(`account ${entry.accountId} has no ledger account`);
    return first.entry_id;
  } catch (error) {
    if (brokeConstraint(error, 'ledger_accounts_covered')) throw new Failure('insufficient_funds', { cause: error });
    throw error;
  }
}
