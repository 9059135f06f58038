import { findIdentityProvider, identityDomainsOf, verifyIdentityDomain } from '@innkeeper/db/tables/identity-providers';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import type { DomainProofs } from '@innkeeper/domain/single-sign-on/domain-proofs';
import { proofOf } from '@innkeeper/model/openid/judge';
import type { IdentityProvider } from '@innkeeper/present/identity-provider';
import { requireIdentityProvider, viewOf } from './view.ts';

/**
 * Returns the ids of the account's unverified domains whose DNS record exists now. Call it outside a transaction, because it queries the
 * DNS.
 */
export async function findProvenDomains(
  { db, actor }: Pick<Cx<Customer>, 'db' | 'actor'>,
  { domainProofs }: { domainProofs: DomainProofs },
): Promise<ReadonlySet<number>> {
  const provider = await findIdentityProvider(db, actor.accountId);
  const domains = provider ? await identityDomainsOf(db, provider.id) : [];
  const unverified = domains.filter(({ verified_at }) => verified_at === null);
  return unverified.length === 0
    ? new Set()
    : domainProofs.findProven(new Map(unverified.map(({ id, name, token }) => [id, proofOf(name, token)])));
}

/**
 * Marks domains as verified. A domain of another account stays unverified. Throws `wrong_state` if there is no provider, and the errors of
 * `beginMemberChange`.
 */
export async function verifyIdentityDomains(
  cx: MutatingCx<Customer>,
  { proven }: { proven: ReadonlySet<number> },
): Promise<IdentityProvider> {
  await beginMemberChange(cx, 'manage-members');
  const provider = await requireIdentityProvider(cx);
  const now = cx.clock.now();
  const verified: string[] = [];
  for (const { id, name, verified_at } of await identityDomainsOf(cx.db, provider.id)) {
    const isNew = verified_at === null && proven.has(id);
    if (isNew && (await verifyIdentityDomain(cx.db, { id, by: 'dns', now }))) verified.push(name);
  }
  if (verified.length > 0)
    await audit(cx, 'verifyIdentityDomains', { kind: 'identity_provider', id: provider.id }, { domains: verified });
  return viewOf(cx, provider);
}
