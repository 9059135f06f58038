import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { releaseIdentityDomain } from '@innkeeper/db/tables/identity-providers';
import { audit } from '@innkeeper/domain/audit';
import type { OperatorCx } from '../context.ts';
import { findDomain } from './view.ts';

/** Marks a domain as unverified, so that its addresses cannot sign in until it is verified again. Throws `not_found`. */
export async function releaseDomain(
  cx: OperatorCx,
  { domain: id }: OperatorInput<'releaseDomain'>,
): Promise<OperatorResult<'releaseDomain'>> {
  const before = await findDomain(cx.db, id);
  if (before.verified_at === null) return before;
  await releaseIdentityDomain(cx.db, id);
  await audit(cx, 'releaseDomain', { kind: 'identity_domain', id, accountId: before.account }, { name: String(before.name) });
  return findDomain(cx.db, id);
}
