/** The balance of the account. Events of orders make it stale. */
import type { Balance, BalanceTransaction } from '@innkeeper/sdk/index';
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

/** Returns the number of the next 30 days until the first renewal that nothing pays. Pure. */
export function daysCovered({ covered_until: until }: Pick<Balance, 'covered_until'>, now: number): number {
  if (until === null) return 30;
  return Math.min(30, Math.max(0, Math.floor((Date.parse(until) - now) / 86_400_000)));
}
