/**
 * All movements of money: each is one entry whose postings add up to 0 (enforced by the database, migrations/start/ledger.ts). A
 * positive posting credits an account. All amounts are cents.
 */
import { Failure } from '@innkeeper/model/failures';
import type { Cents } from '@innkeeper/model/money';
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
  /** How far below 0 it may fall. */
  creditLimit: Cents;
}

export interface HeldBalance extends CustomerBalance {
  /** Since when the account orders nothing, since a payment of it is disputed. */
  frozenAt: Date | null;
}

export async function balanceOf(db: Kysely<Database>, accountId: number): Promise<CustomerBalance> {
  return selectBalance(db, accountId).executeTakeFirstOrThrow();
}

/** The same, and other payments of the account wait until the caller's transaction ends, so that it is still true when it pays. */
export async function holdBalance(db: Kysely<Database>, accountId: number): Promise<HeldBalance> {
  return selectBalance(db, accountId).select('orders_frozen_at as frozenAt').forNoKeyUpdate().executeTakeFirstOrThrow();
}

const selectBalance = (db: Kysely<Database>, accountId: number) =>
  db.selectFrom('ledger_accounts').select(['balance', 'credit_limit as creditLimit']).where('account_id', '=', accountId);

/** What costs nothing is covered by any balance, a disputed one under its limit too. */
export const covers = ({ balance, creditLimit }: CustomerBalance, amount: Cents): boolean =>
  amount <= 0n || balance + creditLimit >= amount;

interface Movement {
  accountId: number;
  /** What the customer reads. */
  description: string;
  now: Date;
}

export interface GatewayMoney extends Movement {
  amount: Cents;
  gateway: Gateway;
  /** How the money came: `card`, `bank`, `operator` ... */
  paymentMethod: string;
  orderId?: number;
}

/** Money from outside becomes the customer's balance. Returns the entry's id. */
export async function deposit(trx: Transaction<Database>, { amount, gateway, ...rest }: GatewayMoney): Promise<number> {
  return enter(trx, { ...rest, kind: 'deposit', house: { [`gateway:${gateway}`]: -amount } });
}

/** Balance goes back to where it came from. Returns the entry's id. Throws `insufficient_funds`. */
export async function withdraw(trx: Transaction<Database>, { amount, gateway, ...rest }: GatewayMoney): Promise<number> {
  return enter(trx, { ...rest, kind: 'withdrawal', house: { [`gateway:${gateway}`]: amount } });
}

export interface OrderMoney extends Movement {
  orderId: number;
  net: Cents;
  vat: Cents;
  /** Of the order. */
  tax: Pick<TaxDecision, 'country' | 'rateBp'>;
}

/** The balance pays for an order; returns the entry's id. Throws `insufficient_funds`; an order that costs nothing makes no entry. */
export async function pay(trx: Transaction<Database>, { net, vat, tax, ...rest }: OrderMoney): Promise<number | undefined> {
  if (net + vat === 0n) return undefined;
  return enter(trx, { ...rest, kind: 'payment', paymentMethod: 'balance', house: { revenue: net, [vatCode(tax)]: vat } });
}

export interface RefundedMoney extends OrderMoney {
  /** The line that it is of; absent: VAT alone, of all lines. */
  lineId?: number;
}

/** Refunds to the balance what was paid for something that was not delivered; returns the entry's id, if there was anything. */
export async function refund(trx: Transaction<Database>, { net, vat, tax, ...rest }: RefundedMoney): Promise<number | undefined> {
  if (net + vat === 0n) return undefined;
  return enter(trx, { ...rest, kind: 'refund', paymentMethod: 'balance', house: { revenue: -net, [vatCode(tax)]: -vat } });
}

export interface HouseMoney extends Movement {
  amount: Cents;
  orderId?: number;
}

/** Goodwill: balance that nobody paid for; negative: it is taken back. Returns the entry's id. */
export async function credit(trx: Transaction<Database>, { amount, ...rest }: HouseMoney): Promise<number> {
  return enter(trx, { ...rest, kind: 'credit', paymentMethod: 'credit', house: { credits: -amount } });
}

/** An affiliate has earned it, and is owed it; negative: the order was refunded. Returns the entry's id. */
export async function affiliateCommission(trx: Transaction<Database>, { amount, ...rest }: HouseMoney): Promise<number> {
  const house = { credits: -amount, affiliate_payable: amount };
  return enter(trx, { ...rest, kind: 'affiliate', paymentMethod: 'affiliate', house });
}

/** What an affiliate is owed becomes balance. Returns the entry's id. */
export async function affiliatePayout(trx: Transaction<Database>, { amount, ...rest }: HouseMoney): Promise<number> {
  return enter(trx, { ...rest, kind: 'affiliate', paymentMethod: 'affiliate', house: { affiliate_payable: -amount } });
}

/** What a customer owes and will not pay is given up. Returns the entry's id. */
export async function writeOff(trx: Transaction<Database>, { amount, ...rest }: HouseMoney): Promise<number> {
  return enter(trx, { ...rest, kind: 'write_off', paymentMethod: 'write-off', house: { write_offs: -amount } });
}

/** The ledger account of what is owed to a country at a rate. */
export const vatCode = ({ country, rateBp }: OrderMoney['tax']): string => `vat_payable:${country}:${rateBp}`;

interface Entry {
  kind: Database['ledger_entries']['kind'];
  accountId: number;
  orderId?: number;
  lineId?: number;
  paymentMethod: string;
  description: string;
  now: Date;
  /** What the house's accounts get, by their code; the customer's gets the rest, so that all add up to 0. */
  house: Record<string, Cents>;
}

/**
 * One statement: entry and postings, whose trigger moves the customer's balance. Accounts of the house are opened with their rates
 * (migrations/start/ledger.ts); one that is missing is opened here, and of two who do so at once the second waits, and takes the first one's.
 */
async function enter(trx: Transaction<Database>, { house, ...entry }: Entry): Promise<number> {
  const moved = Object.entries(house).filter(([, amount]) => amount !== 0n);
  const customer = -moved.reduce((sum, [, amount]) => sum + amount, 0n);
  if (customer !== 0n) moved.unshift([`customer:${entry.accountId}`, customer]);
  const codes = moved.map(([code]) => code);
  const amounts = moved.map(([, amount]) => String(amount));
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
