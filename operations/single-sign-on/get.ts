import { findIdentityProvider } from '@innkeeper/db/tables/identity-providers';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { IdentityProvider } from '@innkeeper/present/identity-provider';
import { viewOf } from './view.ts';

/** Returns the identity provider of the account, or `undefined` if there is none. */
export async function getIdentityProvider(cx: Cx<Customer>): Promise<IdentityProvider | undefined> {
  const row = await findIdentityProvider(cx.db, cx.actor.accountId);
  return row && viewOf(cx, row);
}
