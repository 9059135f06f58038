/** Tokens of the account. They have no events, so they are read again on focus and after each act. */
import type { Token } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';
import { take } from './take.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => take<Token>(client.listTokens({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});

/** Begins to read what the page of tokens shows. */
export const loadTokens = (): Promise<void> => queryClient.prefetchQuery(tokensQuery);

/** Reads the tokens again. */
export const rereadTokens = (): Promise<Token[]> => queryClient.fetchQuery({ ...tokensQuery, staleTime: 0 });
