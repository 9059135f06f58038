/** Consents of an account to access by support. */
import { endSupportGrant, insertSupportGrant, openSupportGrants, pageOfSupportGrants } from '@innkeeper/db/tables/support-access';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { requireReference } from '@innkeeper/domain/resources/references';
import { Failure } from '@innkeeper/model/failures';
import * as clock from '@innkeeper/model/time/clock';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentSupportAccess } from '@innkeeper/present/support-access';
import type { Input, Reply } from './define.ts';

/** Maximum number of open consents per account. */
const MAX_CONSENTS = 10;

/** Lists the account's consents, newest first. */
export async function listSupportAccess(
  cx: RequestCx,
  { query }: Input<'listSupportAccess'>,
): Promise<Reply<'listSupportAccess'>> {
  const consents = await pageOfSupportGrants(cx.db, { ...pageRequest(query), accountId: cx.actor.accountId });
  return page(cx.url, query, consents, presentSupportAccess(cx.clock.now()));
}

/**
 * Consents to access by support. Throws the errors of `beginMemberChange`, `validation` or `not_yours` for the ticket, and `wrong_state` if
 * the account has the maximum number of consents.
 */
export async function createSupportAccess(
  cx: MutatingCx<Customer>,
  { body: { hours, scope, ticket } }: Input<'createSupportAccess'>,
): Promise<Reply<'createSupportAccess'>> {
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
  return presentSupportAccess(now)(made);
}

/**
 * Ends a consent at once, because each support request checks that its consent is valid. Throws the errors of `beginMemberChange`, and
 * `wrong_state` if the consent has already ended.
 */
export async function deleteSupportAccess(
  cx: MutatingCx<Customer>,
  { supportGrant: { id } }: Input<'deleteSupportAccess'>,
): Promise<void> {
  await beginMemberChange(cx, 'manage-members');
  if (!(await endSupportGrant(cx.db, id, cx.clock.now())))
    throw new Failure('wrong_state', { message: 'This consent has already ended.' });
  await audit(cx, 'deleteSupportAccess', { kind: 'support_grant', id });
}
