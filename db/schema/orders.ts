/** What was bought, and the ledger that says how it was paid. */
import type { OrderStatus } from '@innkeeper/model/states/order';
import type { Generated } from 'kysely';
import type { Default, Maybe, MaybeTime, TimeNow } from './columns.ts';

export interface OrdersTable {
  id: Generated<number>;
  account_id: number;
  type: string;
  status: OrderStatus;
  status_reason: Maybe<string>;
  tax_rate_bp: number;
  net: bigint;
  vat: bigint;
  gross: bigint;
  from_balance: Default<bigint>;
  payment_method: string;
  auto_pay: Default<boolean>;
  created_at: TimeNow;
  due_at: MaybeTime;
  paid_at: MaybeTime;
}

export interface OrderLinesTable {
  id: Generated<number>;
  order_id: number;
  position: number;
  label: string;
  sublabel: Default<string>;
  service_type: string;
  service_id: number;
  period_from: MaybeTime;
  period_to: MaybeTime;
  billing_cycle: number;
  minimum_billing_cycle: Default<number>;
  is_period_changeable: Default<boolean>;
  net: bigint;
  vat: bigint;
  gross: bigint;
  refunded_at: MaybeTime;
}

export type LedgerAccountKind = 'customer' | 'funding' | 'revenue' | 'vat_payable';

export interface LedgerAccountsTable {
  id: Generated<number>;
  kind: LedgerAccountKind;
  /** Only for `customer`. */
  account_id: Maybe<number>;
  /** Kept by a trigger from the postings; a customer's can't fall below `-credit_limit`. */
  balance: Default<bigint>;
  credit_limit: Default<bigint>;
}

export interface LedgerEntriesTable {
  id: Generated<number>;
  kind: 'deposit' | 'payment' | 'refund';
  account_id: number;
  order_id: Maybe<number>;
  payment_method: string;
  description: string;
  created_at: TimeNow;
}

export interface LedgerPostingsTable {
  entry_id: number;
  ledger_account_id: number;
  /** Cents; positive is a credit to that account. The postings of an entry add up to 0 (checked by the database). */
  amount: bigint;
}
