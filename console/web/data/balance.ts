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

/** Changes of the balance, the newest first. What makes the balance stale makes them stale too. */
export const transactionsQuery = pagesQuery<BalanceTransaction>(['balance', 'transactions'], (page, signal) =>
  client.listBalanceTransactions({ page, per_page: PER_PAGE }, { signal }),
);

/** Returns how many of the next 30 days the balance covers, by its renewals spread evenly. Pure. */
export function daysCovered({ balance, estimated_expenses }: { balance: number; estimated_expenses: number }): number {
  if (estimated_expenses <= 0 || balance >= estimated_expenses) return 30;
  return Math.max(0, Math.floor((balance / estimated_expenses) * 30));
}
