/**
 * Query of the ISO files that the account can use. Events make the list stale. A change of a drive has no such event, so the list is also
 * refetched on focus.
 */
import type { Iso } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { WITHOUT_EVENTS } from './query.ts';
import { readChoices } from './read-choices.ts';

export const isosQuery = queryOptions({
  queryKey: ['isos'],
  queryFn: () => readChoices<Iso>(client.listIsos({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});
