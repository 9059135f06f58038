/** The person who is signed in, and their account. */
import type { CurrentSession } from '@innkeeper/sdk/index';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { client } from './client.ts';

/** The session of somebody who is signed in. Pages below the shell have one. */
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

/** Returns whether somebody is signed in to an account. */
export function isSignedIn(current: CurrentSession): current is Me {
  return current.session !== null && current.user !== null && current.account !== null && current.event_id !== null;
}

/** Returns who is signed in. Throws outside the shell. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!isSignedIn(data)) throw new Error('nobody is signed in');
  return data;
}

const CHANNEL = 'innkeeper-session';

/** A channel also reaches listeners of its own tab, which goes where it was sent and is not loaded again. */
let isLeaving = false;

/** Makes every tab of this browser load again: they share one cookie, and so one account. This tab goes to `to`. */
export function reloadAllTabs(to: string): void {
  isLeaving = true;
  reloadOtherTabs();
  location.assign(to);
}

/** Makes every other tab of this browser load again. */
export function reloadOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Loads this tab again when another one has signed out or changed the account. Returns the act that ends this. */
export function followOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => {
    if (!isLeaving) location.reload();
  };
  return () => channel.close();
}
