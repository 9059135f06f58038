import { type EmailChangeRow, findEmailChange } from '@innkeeper/db/tables/email-changes';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';

/** The one of the user that waits. */
export function getEmailChange({ db, clock, actor }: Cx<Customer>): Promise<EmailChangeRow | undefined> {
  return findEmailChange(db, { userId: actor.userId, now: clock.now() });
}
