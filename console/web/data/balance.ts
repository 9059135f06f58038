/** The balance of the account. Events of orders make it stale. */
import type { BalanceTransaction } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { pagesQuery } from './pages.ts';

export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: ({ signal }) => client.getBalance({}, { signal }),
  refetchOnWindowFocus: true,
  staleTime: 5_000,
});

const PER_PAGE = 25;

/** Query of balance changes, newest first. Their key starts with that of the balance, so they become stale together. */
export const transactionsQuery = pagesQuery<BalanceTransaction>(['balance', 'transactions'], (page, signal) =>
  client.listBalanceTransactions({ page, per_page: PER_PAGE }, { signal }),
);

/** Returns the number of the next 30 days that the balance covers, if renewals are spread evenly. Pure. */
export function daysCovered({ balance, estimated_expenses }: { balance: number; estimated_expenses: number }): number {
  if (estimated_expenses <= 0 || balance >= estimated_expenses) return 30;
  return Math.max(0, Math.floor((balance / estimated_expenses) * 30));
}
