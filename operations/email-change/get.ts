import { type EmailChangeRow, findEmailChange } from '@innkeeper/db/tables/email-changes';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** Returns the user's pending email change, or `undefined` if there is none. */
export function getEmailChange({ db, clock, actor }: Cx<Customer>): Promise<EmailChangeRow | undefined> {
  return findEmailChange(db, { userId: actor.userId, now: clock.now() });
}
