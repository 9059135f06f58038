import { insertSupportGrant, openSupportGrants, type SupportGrant } from '@innkeeper/db/tables/support-access';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { requireReference } from '@innkeeper/domain/resources/references';
import * as clock from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { SupportScope } from '@innkeeper/model/support-access';

/** Maximum number of open consents per account. */
const MAX_CONSENTS = 10;

/**
 * Consents to access by support. Throws the errors of `beginMemberChange`, `validation` or `not_yours` for the ticket, and `wrong_state` if
 * the account has the maximum number of consents.
 */
export async function createSupportAccess(
  cx: MutatingCx<Customer>,
  { hours, scope, ticket }: { hours: number; scope: SupportScope; ticket?: number | undefined },
): Promise<SupportGrant> {
  await beginMemberChange(cx, 'manage-members');
  const { accountId, userId } = cx.actor;
  if (ticket !== undefined) await requireReference(cx, 'ticket', ticket, 'ticket');
  const now = cx.clock.now();
  if ((await openSupportGrants(cx.db, { accountId, now })).length >= MAX_CONSENTS)
    throw new Failure('wrong_state', {
      message: `An account can have at most ${MAX_CONSENTS} open support consents. End one first.`,
    });
  const made = await insertSupportGrant(cx.db, {
    account_id: accountId,
    scope,
    ticket_id: ticket ?? null,
    granted_by: userId,
    created_at: now,
    expires_at: new Date(now.getTime() + clock.hours(hours)),
  });
  const details = { hours, scope, ...(ticket !== undefined && { ticket }) };
  await audit(cx, 'createSupportAccess', { kind: 'support_grant', id: made.id }, details);
  return made;
}
