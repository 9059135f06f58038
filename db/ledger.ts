/**
 * Posts all movements of money. Each is one entry whose postings add up to 0 (enforced by the database, migrations/start/ledger.ts). A
 * positive posting credits an account. All amounts are in cents.
 */
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money/money';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Gateway } from './schema.ts';
import { brokeConstraint } from './transaction.ts';

/** Creates the ledger account of a customer's account. */
export async function openCustomerAccount(trx: Transaction<Database>, accountId: number): Promise<void> {
  await trx
    .insertInto('ledger_accounts')
    .values({ code: `customer:${accountId}`, kind: 'customer', account_id: accountId })
    .execute();
}

export interface CustomerBalance {
  balance: Cents;
  /** Amount by which the balance may fall below 0. */
  creditLimit: Cents;
}

export interface LockedBalance extends CustomerBalance {
  /** Time since when the account cannot order because a payment is disputed, or `null`. */
  frozenAt: Date | null;
}

/** Returns the current balance without a lock. */
export async function balanceOf(db: Kysely<Database>, accountId: number): Promise<CustomerBalance> {
  return selectBalance(db, accountId).executeTakeFirstOrThrow();
}

/**
 * Returns the balance and locks it. Other payments of the account wait until the caller's transaction ends. The balance is therefore still
 * valid when the caller pays.
 */
export async function lockBalance(db: Kysely<Database>, accountId: number): Promise<LockedBalance> {
  return selectBalance(db, accountId).select('orders_frozen_at as frozenAt').forNoKeyUpdate().executeTakeFirstOrThrow();
}

const selectBalance = (db: Kysely<Database>, accountId: number) =>
  db.selectFrom('ledger_accounts').select(['balance', 'credit_limit as creditLimit']).where('account_id', '=', accountId);

/**
 * Returns whether the balance covers an amount. An amount of 0 or less is always covered, even if a dispute has brought the balance below
 * its limit.
 */
export const covers = ({ balance, creditLimit }: CustomerBalance, amount: Cents): boolean =>
  amount <= 0n || balance + creditLimit >= amount;

interface Movement {
  accountId: number;
  /** Text that the customer reads. */
  description: string;
  now: Date;
}

export interface GatewayTransfer extends Movement {
  amount: Cents;
  gateway: Gateway;
  /** Method of the payment, such as `card`, `bank` or `operator`. */
  paymentMethod: string;
  orderId?: number;
}

/** Adds money from outside to the customer's balance. Returns the entry's id. */
export async function deposit(trx: Transaction<Database>, { amount, gateway, ...rest }: GatewayTransfer): Promise<number> {
  return postEntry(trx, { ...rest, kind: 'deposit', house: { [`gateway:${gateway}`]: -amount } });
}

/** Pays balance out to its origin. Returns the entry's id. Throws `insufficient_funds`. */
export async function withdraw(trx: Transaction<Database>, { amount, gateway, ...rest }: GatewayTransfer): Promise<number> {
  return postEntry(trx, { ...rest, kind: 'withdrawal', house: { [`gateway:${gateway}`]: amount } });
}

export interface OrderMoney extends Movement {
  orderId: number;
  net: Cents;
  vat: Cents;
  /** Tax decision of the order. */
  tax: Pick<TaxDecision, 'country' | 'rateBp'>;
}

/**
 * Pays for an order from the balance. Returns the entry's id, or `undefined` for an order that costs nothing. Throws `insufficient_funds`.
 */
export async function pay(trx: Transaction<Database>, { net, vat, tax, ...rest }: OrderMoney): Promise<number | undefined> {
  if (net + vat === 0n) return undefined;
  return postEntry(trx, { ...rest, kind: 'payment', paymentMethod: 'balance', house: { revenue: net, [vatCode(tax)]: vat } });
}

export interface RefundedMoney extends OrderMoney {
  /** Order line that is refunded. Omitted for a refund of VAT alone on all lines. */
  lineId?: number;
}

/** Refunds payment for undelivered services to the balance. Returns the entry's id, or `undefined` if the amount is 0. */
export async function refund(trx: Transaction<Database>, { net, vat, tax, ...rest }: RefundedMoney): Promise<number | undefined> {
  if (net + vat === 0n) return undefined;
  return postEntry(trx, { ...rest, kind: 'refund', paymentMethod: 'balance', house: { revenue: -net, [vatCode(tax)]: -vat } });
}

export interface InternalTransfer extends Movement {
  amount: Cents;
  orderId?: number;
}

/** Adds goodwill to the balance, or takes it back if negative. Returns the entry's id. */
export async function credit(trx: Transaction<Database>, { amount, ...rest }: InternalTransfer): Promise<number> {
  return postEntry(trx, { ...rest, kind: 'credit', paymentMethod: 'credit', house: { credits: -amount } });
}

/** Records a commission that is owed to an affiliate. Negative if the order was refunded. Returns the entry's id. */
export async function affiliateCommission(trx: Transaction<Database>, { amount, ...rest }: InternalTransfer): Promise<number> {
  const house = { credits: -amount, affiliate_payable: amount };
  return postEntry(trx, { ...rest, kind: 'affiliate', paymentMethod: 'affiliate', house });
}

/** Converts owed commission to balance. Returns the entry's id. */
export async function affiliatePayout(trx: Transaction<Database>, { amount, ...rest }: InternalTransfer): Promise<number> {
  return postEntry(trx, { ...rest, kind: 'affiliate', paymentMethod: 'affiliate', house: { affiliate_payable: -amount } });
}

/** Writes off a debt that the customer will not pay. Returns the entry's id. */
export async function writeOff(trx: Transaction<Database>, { amount, ...rest }: InternalTransfer): Promise<number> {
  return postEntry(trx, { ...rest, kind: 'write_off', paymentMethod: 'write-off', house: { write_offs: -amount } });
}

/** Returns the code of the ledger account for VAT owed to a country at a rate. */
export const vatCode = ({ country, rateBp }: OrderMoney['tax']): string => `vat_payable:${country}:${rateBp}`;

interface Entry {
  kind: Database['ledger_entries']['kind'];
  accountId: number;
  orderId?: number;
  lineId?: number;
  paymentMethod: string;
  description: string;
  now: Date;
  /** Amounts posted to internal accounts, by code. The customer's account gets the balancing amount, so that all postings add up to 0. */
  house: Record<string, Cents>;
}

/**
 * Inserts an entry with its postings in one statement. A trigger updates the customer's balance.
 *
 * Internal accounts are opened with their rates (migrations/start/ledger.ts), and a missing one is opened here. If two transactions open
 * the same account, the second waits and uses the account of the first.
 */
async function postEntry(trx: Transaction<Database>, { house, ...entry }: Entry): Promise<number> {
  const postings = Object.entries(house).filter(([, amount]) => amount !== 0n);
  const customer = -postings.reduce((sum, [, amount]) => sum + amount, 0n);
  if (customer !== 0n) postings.unshift([`customer:${entry.accountId}`, customer]);
  const codes = postings.map(([code]) => code);
  const amounts = postings.map(([, amount]) => String(amount));
  const posted = sql<{ entry_id: number }>`
    with entry as (
      insert into ledger_entries (kind, account_id, order_id, order_line_id, payment_method, description, created_at)
      values (${entry.kind}, ${entry.accountId}, ${entry.orderId ?? null}, ${entry.lineId ?? null}, ${entry.paymentMethod},
        ${entry.description}, ${entry.now})
      returning id
    ), moved as (
      select m.code, m.amount, a.id from unnest(${codes}::text[], ${amounts}::bigint[]) as m (code, amount)
      left join ledger_accounts a on a.code = m.code
    ), opened as (
      insert into ledger_accounts (code, kind, gateway, country, rate_bp)
      select code, split_part(code, ':', 1), case when code like 'gateway:%' then split_part(code, ':', 2) end,
        case when code like 'vat_payable:%' then split_part(code, ':', 2) end,
        case when code like 'vat_payable:%' then split_part(code, ':', 3)::integer end
      from moved where id is null
      on conflict (code) do update set kind = excluded.kind
      returning id, code
    )
    insert into ledger_postings (entry_id, ledger_account_id, amount)
    select entry.id, coalesce(moved.id, opened.id), moved.amount from entry, moved left join opened using (code)
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
