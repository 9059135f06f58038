/** Queries of the person and the account in editable form. They have no events, so they are refetched on focus and after each change. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { WITHOUT_EVENTS } from './query.ts';

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => client.getUser({}, { signal }),
  ...WITHOUT_EVENTS,
});

/** Query of the pending email change. A session of an identity provider cannot read it. */
export const emailChangeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: async ({ signal }) => (await client.getEmailChange({}, { signal })).pending,
  ...WITHOUT_EVENTS,
});
