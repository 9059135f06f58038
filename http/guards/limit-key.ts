import type { Caller } from '@innkeeper/domain/actor';

/** Whose limits a request counts against: its account's. Of the staff inside one it is the person's, so that help uses up nothing of the account's. */
export const limitKeyOf = (caller: Caller): number | string =>
  caller.kind === 'staff' ? `staff ${caller.id}` : caller.accountId;
