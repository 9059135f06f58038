/** Query of the account's tokens. They have no events, so they are refetched on focus and after each change. */
import type { Token } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { queryClient, WITHOUT_EVENTS } from '../../data/query.ts';
import { readChoices } from '../../data/read-choices.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => readChoices<Token>(client.listTokens({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});

/** Refetches the tokens. */
export const refetchTokens = (): Promise<Token[]> => queryClient.fetchQuery({ ...tokensQuery, staleTime: 0 });
