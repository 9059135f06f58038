import { loadProfile, type Profile } from '@innkeeper/db/tables/profiles';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Returns the caller's account and the user behind the token. */
export function getUser(cx: Cx<Customer>): Promise<Profile> {
  return loadProfile(cx.db, cx.actor, cx.clock.now());
}
