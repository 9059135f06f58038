/** Query of the images that servers can be created from. */
import type { ServerImage } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { readChoices } from '../../data/read-choices.ts';

const FRESH_MS = 60_000;

export const imagesQuery = queryOptions({
  queryKey: ['images'],
  queryFn: () => readChoices<ServerImage>(client.listServerImages({ per_page: 50 })),
  staleTime: FRESH_MS,
});
