/** Query of the account's SSH keys. They have no events, so they are refetched on focus. */
import type { SshKey } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { WITHOUT_EVENTS } from './query.ts';
import { readChoices } from './read-choices.ts';

export const keysQuery = queryOptions({
  queryKey: ['ssh-keys'],
  queryFn: () => readChoices<SshKey>(client.listSshKeys({ per_page: 50 })),
  ...WITHOUT_EVENTS,
});
