/** The person and the account, as both can be changed. They have no events, so they are read again on focus and after each act. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { WITHOUT_EVENTS } from './query.ts';

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => client.getUser({}, { signal }),
  ...WITHOUT_EVENTS,
});

/** Not for a session by an identity provider: it cannot read this. */
export const emailChangeQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: async ({ signal }) => (await client.getEmailChange({}, { signal })).pending,
  ...WITHOUT_EVENTS,
});
