import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { verifyIdentityDomain } from '@innkeeper/db/tables/identity-providers';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { findDomain } from './view.ts';

/**
 * Marks a domain as verified. An already verified domain stays unchanged. Throws `not_found`, and `wrong_state` if another account has
 * verified the domain.
 */
export async function confirmDomain(
  cx: OperatorCx,
  { domain: id }: OperatorInput<'confirmDomain'>,
): Promise<OperatorResult<'confirmDomain'>> {
  const before = await findDomain(cx.db, id);
  if (before.verified_at !== null) return before;
  if (!(await verifyIdentityDomain(cx.db, { id, by: 'operator', now: cx.clock.now() })))
    throw new Failure('wrong_state', {
      message: `Another account has already proven the domain ${before.name}. Release the domain there first.`,
    });
  await audit(cx, 'confirmDomain', { kind: 'identity_domain', id, accountId: before.account }, { name: String(before.name) });
  return findDomain(cx.db, id);
}
