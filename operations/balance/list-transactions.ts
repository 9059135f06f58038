import { type BalanceTransaction, pageOfTransactions } from '@innkeeper/db/ledger/transactions';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

export interface ListTransactions {
  page: number;
  perPage: number;
  /** First and last moment, both inclusive. */
  start?: Date | undefined;
  end?: Date | undefined;
}

/** Returns a page of the caller's balance transactions, newest first, and their total count. */
export function listBalanceTransactions(
  cx: Cx<Customer>,
  input: ListTransactions,
): Promise<{ rows: BalanceTransaction[]; total: number }> {
  return pageOfTransactions(cx.db, { accountId: cx.actor.accountId, ...input });
}
