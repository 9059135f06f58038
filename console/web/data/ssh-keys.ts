/** SSH keys of the account. They have no events, so they are read again on focus. */
import type { SshKey } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { WITHOUT_EVENTS } from './query.ts';
import { take } from './take.ts';

export const keysQuery = queryOptions({
  queryKey: ['ssh-keys'],
  queryFn: () => take<SshKey>(client.listSshKeys({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});
