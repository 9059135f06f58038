/** The stored cards. Their key starts with that of the balance, so events of orders, which may store a card, make them stale. */
import { queryOptions } from '@tanstack/react-query';
import { balanceQuery } from '../../data/balance.ts';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';

export const paymentCardsQuery = queryOptions({
  queryKey: [...balanceQuery.queryKey, 'payment-cards'],
  queryFn: async ({ signal }) => (await client.listPaymentCards({ per_page: 50 }, { signal })).data,
  refetchOnWindowFocus: true,
  staleTime: 5_000,
});

/** Refetches the cards, and the balance, which names the missing amount only without a card. */
export const refetchCards = (): Promise<void> => queryClient.invalidateQueries({ queryKey: balanceQuery.queryKey });
