/** ISO files that the account can use. Events make the list stale. A change of a drive has no such event, so the list is also read again on focus. */
import type { Iso } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { WITHOUT_EVENTS } from './query.ts';
import { take } from './take.ts';

export const isosQuery = queryOptions({
  queryKey: ['isos'],
  queryFn: () => take<Iso>(client.listIsos({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});
