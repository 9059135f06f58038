import { type BalanceTransaction, pageOfTransactions } from '@innkeeper/db/ledger/transactions';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

export interface ListTransactions {
  page: number;
  perPage: number;
  /** Both ends included. */
  start?: Date | undefined;
  end?: Date | undefined;
}

/** The transactions of the caller's balance, newest first: a page of them and their total. */
export function listBalanceTransactions(
  cx: Cx<Customer>,
  input: ListTransactions,
): Promise<{ rows: BalanceTransaction[]; total: number }> {
  return pageOfTransactions(cx.db, { accountId: cx.actor.accountId, ...input });
}
