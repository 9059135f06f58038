import type { Caller } from '@innkeeper/domain/actor';

/**
 * Returns the key that the limits of a request are counted by: its account. Staff members inside an account have their own key, so that
 * support uses up none of the account's limits.
 */
export const limitKeyOf = (caller: Caller): number | string =>
  caller.kind === 'staff' ? `staff ${caller.id}` : caller.accountId;
