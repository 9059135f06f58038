import type { BalanceTransaction, Balance as BalanceWire } from '@innkeeper/contract/schemas/balance';
import type { BalanceTransaction as TransactionRow } from '@innkeeper/db/ledger/transactions';
import { type Cents, toDecimalNumber } from '@innkeeper/model/money/money';
import type { RenewalCover } from '@innkeeper/model/pricing/renewal-cover';
import { iso, isoOrNull } from './time.ts';

export interface Balance extends RenewalCover {
  balance: Cents;
  /** Amount by which the balance may fall below 0. */
  creditLimit: Cents;
  /** Gross cost of the upcoming renewals. */
  estimatedExpenses: Cents;
  currency: string;
  /** True if the account has a stored card that can be charged. */
  hasValidCard: boolean;
  lastDeposit: TransactionRow | undefined;
}

export function presentBalance(balance: Balance): BalanceWire {
  const lacking = balance.estimatedExpenses - balance.balance;
  return {
    balance: toDecimalNumber(balance.balance),
    balance_limit: toDecimalNumber(balance.creditLimit),
    estimated_expenses: toDecimalNumber(balance.estimatedExpenses),
    shortfall: toDecimalNumber(lacking > 0n ? lacking : 0n),
    currency: balance.currency,
    has_valid_card: balance.hasValidCard,
    last_deposit: balance.lastDeposit ? presentDeposit(balance.lastDeposit) : null,
    unconfirmed_bitcoin_deposits: [],
    covered_until: isoOrNull(balance.coveredUntil),
    card_charged_at: isoOrNull(balance.cardChargedAt),
  };
}

/** Presents a deposit. VAT is due when a deposit is spent, so both amounts are the same. */
function presentDeposit(row: TransactionRow): NonNullable<BalanceWire['last_deposit']> {
  const amount = toDecimalNumber(row.amount);
  return { amount, amount_with_vat: amount, payment_method: row.payment_method, payment_date: iso(row.created_at) };
}

export function presentTransaction(row: TransactionRow): BalanceTransaction {
  return {
    id: row.id,
    created_at: iso(row.created_at),
    amount_with_vat: toDecimalNumber(row.amount),
    order_id: row.order_id,
    payment_method: row.payment_method,
    description: row.description,
  };
}
