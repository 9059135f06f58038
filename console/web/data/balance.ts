/** The balance of the account. Events of orders make it stale. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: ({ signal }) => client.getBalance({}, { signal }),
  refetchOnWindowFocus: true,
  staleTime: 5_000,
});

/** Returns how many of the next 30 days the balance covers, by its renewals spread evenly. Pure. */
export function daysCovered({ balance, estimated_expenses }: { balance: number; estimated_expenses: number }): number {
  if (estimated_expenses <= 0 || balance >= estimated_expenses) return 30;
  return Math.max(0, Math.floor((balance / estimated_expenses) * 30));
}
