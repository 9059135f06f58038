import type { BalanceTransaction, Balance as BalanceWire } from '@innkeeper/contract/schemas/balance';
import type { BalanceTransaction as TransactionRow } from '@innkeeper/db/ledger/transactions';
import { decimalNumber } from '@innkeeper/model/money';
import type { Balance } from '@innkeeper/operations/balance/get';
import { iso } from './time.ts';

export function presentBalance(balance: Balance): BalanceWire {
  const lacking = balance.estimatedExpenses - balance.balance;
  return {
    balance: decimalNumber(balance.balance),
    balance_limit: decimalNumber(balance.creditLimit),
    estimated_expenses: decimalNumber(balance.estimatedExpenses),
    shortfall: decimalNumber(lacking > 0n ? lacking : 0n),
    currency: balance.currency,
    has_valid_card: balance.hasValidCard,
    last_deposit: balance.lastDeposit ? presentDeposit(balance.lastDeposit) : null,
    unconfirmed_bitcoin_deposits: [],
  };
}

/** A deposit is no sale: VAT is due when it is spent, so both amounts are the same. */
function presentDeposit(row: TransactionRow): NonNullable<BalanceWire['last_deposit']> {
  const amount = decimalNumber(row.amount);
  return { amount, amount_with_vat: amount, payment_method: row.payment_method, payment_date: iso(row.created_at) };
}

export function presentTransaction(row: TransactionRow): BalanceTransaction {
  return {
    id: row.id,
    created_at: iso(row.created_at),
    amount_with_vat: decimalNumber(row.amount),
    order_id: row.order_id,
    payment_method: row.payment_method,
    description: row.description,
  };
}
