import { findIdentityProvider, identityDomainsOf, verifyIdentityDomain } from '@innkeeper/db/tables/identity-providers';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import type { DomainProofs } from '@innkeeper/domain/single-sign-on/domain-proofs';
import { proofOf } from '@innkeeper/model/openid/judge';
import { type IdentityProvider, requireIdentityProvider, viewOf } from './view.ts';

/** Ids of domains of the account whose record is there now; before a transaction is opened. */
export async function lookForProofs(
  { db, actor }: Pick<Cx<Customer>, 'db' | 'actor'>,
  { domainProofs }: { domainProofs: DomainProofs },
): Promise<ReadonlySet<number>> {
  const provider = await findIdentityProvider(db, actor.accountId);
  const domains = provider ? await identityDomainsOf(db, provider.id) : [];
  const open = domains.filter(({ verified_at }) => verified_at === null);
  return open.length === 0
    ? new Set()
    : domainProofs.found(new Map(open.map(({ id, name, token }) => [id, proofOf(name, token)])));
}

/** One that is another account's stays unproven. Throws `wrong_state` when there is no provider, and what `beginMemberChange` throws. */
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
