/** ISO files that the account can use. Events make the list stale. */
import type { Iso } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { take } from './take.ts';

export const isosQuery = queryOptions({ queryKey: ['isos'], queryFn: () => take<Iso>(client.listIsos({ per_page: 50 })) });
