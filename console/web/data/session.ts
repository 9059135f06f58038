/** Session: the signed-in person and their account. */
import type { CurrentSession } from '@innkeeper/sdk/index';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { compareVersion } from '../router/update.ts';
import { can } from '../rules/can.ts';
import type { OperationName } from '../rules/operations.gen.ts';
import { client } from './client.ts';
import { queryClient } from './query.ts';
import { askForSignIn } from './sign-in-again.ts';

/** Session of a signed-in person. Pages below the shell have one. */
export type Me = CurrentSession & {
  session: NonNullable<CurrentSession['session']>;
  user: NonNullable<CurrentSession['user']>;
  account: NonNullable<CurrentSession['account']>;
  role: NonNullable<CurrentSession['role']>;
  event_id: number;
};

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    for (;;) {
      const current = await client.getCurrentSession({}, { signal });
      compareVersion(current.installation.version);
      // An ended session reads as a visitor, without a 401. A page of a signed-in person then stays, and asks for a new sign-in.
      if (isSignedIn(current) || !(await askForSignIn())) return current;
    }
  },
});

/** Returns whether a person is signed in to an account. */
export function isSignedIn(current: CurrentSession): current is Me {
  return current.session !== null && current.user !== null && current.account !== null && current.event_id !== null;
}

/** Returns the signed-in person. Throws outside the shell. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!isSignedIn(data)) throw new Error('nobody is signed in');
  return data;
}

/** Returns whether the role of the signed-in person may read this, as far as the session is known. Pages then start the read early. */
export function mayRead(operation: OperationName): boolean {
  const current = queryClient.getQueryData(sessionQuery.queryKey);
  return current !== undefined && isSignedIn(current) && 'yes' in can(operation, undefined, current);
}
