/** Session: the signed-in person and their account. */
import type { CurrentSession } from '@innkeeper/sdk/index';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from './client.ts';

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
  queryFn: ({ signal }) => client.getCurrentSession({}, { signal }),
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

const CHANNEL = 'innkeeper-session';

/** True if this tab is leaving. A channel also reaches listeners of its own tab, which must not reload. */
let isLeaving = false;

/** Reloads every tab of this browser, because all tabs share one cookie and therefore one account. This tab goes to `to`. */
export function reloadAllTabs(to: string): void {
  isLeaving = true;
  reloadOtherTabs();
  location.assign(to);
}

/** Reloads every other tab of this browser. */
export function reloadOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Reloads this tab after another tab has signed out or changed the account. Returns a function that stops this. */
export function followOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => {
    if (!isLeaving) location.reload();
  };
  return () => channel.close();
}
