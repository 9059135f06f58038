/** Images that servers can be made from. */
import type { ServerImage } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { take } from './take.ts';

const FRESH_MS = 60_000;

export const imagesQuery = queryOptions({
  queryKey: ['images'],
  queryFn: () => take<ServerImage>(client.listServerImages({ per_page: 50 })),
  staleTime: FRESH_MS,
});
