import { findIdentityProvider, type IdentityProviderRow, identityDomainsOf } from '@innkeeper/db/tables/identity-providers';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { pageOrApi } from '@innkeeper/domain/page-link';
import { Failure } from '@innkeeper/model/failures';
import type { IdentityProvider } from '@innkeeper/present/identity-provider';

/** Returns an identity provider with its domains and redirect URL. */
export async function viewOf({ db, settings }: Pick<Cx, 'db' | 'settings'>, row: IdentityProviderRow): Promise<IdentityProvider> {
  return { row, domains: await identityDomainsOf(db, row.id), redirectUrl: pageOrApi(settings).href };
}

/** Returns the identity provider of the caller's account. Throws `wrong_state` if there is none. */
export async function requireIdentityProvider({ db, actor }: Pick<Cx<Customer>, 'db' | 'actor'>): Promise<IdentityProviderRow> {
  const row = await findIdentityProvider(db, actor.accountId);
  if (!row) throw new Failure('wrong_state', { message: 'This account has no identity provider.' });
  return row;
}
