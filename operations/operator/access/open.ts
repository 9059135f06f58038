import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { openSupportGrants } from '@innkeeper/db/tables/support-access';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import { consentFor } from '@innkeeper/model/support-access';
import type { OperatorCx } from '../context.ts';
import { actingPerson, newAccess } from './new.ts';

/**
 * Opens access under the consent that covers it and lasts longest. Throws `wrong_state` if there is none, and the errors of `newAccess`.
 */
export async function openAccess(
  cx: OperatorCx,
  { account, person, scope, minutes }: OperatorInput<'openAccess'>,
): Promise<OperatorResult<'openAccess'>> {
  const accountId = await accountIdOf(cx.db, account);
  const acting = await actingPerson(cx, person);
  const consent = consentFor(await openSupportGrants(cx.db, { accountId, now: cx.clock.now() }), scope);
  if (!consent)
    throw new Failure('wrong_state', {
      message: `Account ${accountId} has not consented to this access. Ask for its consent in a ticket, or break the glass with a reason.`,
    });
  const made = await newAccess(cx, { accountId, acting, scope, minutes, why: consent });
  const details = { staff: acting.name, scope, grant: consent.id, until: made.expires_at.toISOString() };
  await audit(cx, 'openAccess', { kind: 'support_access', id: made.id, accountId }, details);
  return made;
}
