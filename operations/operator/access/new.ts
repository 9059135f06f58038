/** Opens the access of a staff member to an account, with or without the consent of the account. */
import type { StaffRow } from '@innkeeper/db/tables/staff';
import { countSupportAccesses, insertSupportAccess } from '@innkeeper/db/tables/support-access';
import { requireStaff } from '@innkeeper/domain/staff/find';
import { Failure, invalid } from '@innkeeper/model/failures';
import { endOfAccess, type SupportScope } from '@innkeeper/model/support-access';
import type { OperatorCx } from '../context.ts';

/** Maximum number of open accesses per person, over all accounts. */
const MAX_OPEN = 10;

/**
 * Locks and returns the staff member who gets the access: over HTTP the caller, on the command line the named person. Throws `validation`,
 * `not_found`, and `wrong_state` for a disabled person.
 */
export async function actingPerson(cx: OperatorCx, named: string | undefined): Promise<StaffRow> {
  const { actor } = cx;
  if (actor.kind === 'staff' && named !== undefined)
    throw invalid('person', 'Remove `person`: over HTTP, access is opened for the person who sends the request.');
  const person = actor.kind === 'staff' ? String(actor.id) : named;
  if (person === undefined) throw invalid('person', 'Name the staff member who acts.');
  const found = await requireStaff(cx, person);
  if (found.disabled_at) throw new Failure('wrong_state', { message: `${found.email} is disabled. Enable this person first.` });
  return found;
}

interface AccessRequest {
  accountId: number;
  acting: StaffRow;
  scope: SupportScope;
  minutes: number;
  why: { id: number; scope: SupportScope; expires_at: Date } | { reason: string };
}

/**
 * Opens the access. Only this call returns the token, because only its hash is stored. Throws `wrong_state` if the person has the maximum
 * number of open accesses.
 */
export async function newAccess(cx: OperatorCx, { accountId, acting, scope, minutes, why }: AccessRequest) {
  const now = cx.clock.now();
  if ((await countSupportAccesses(cx.db, acting.id, now)) >= MAX_OPEN)
    throw new Failure('wrong_state', {
      message: `${acting.email} already has ${MAX_OPEN} open accesses, the maximum. End one first.`,
    });
  const consent = 'reason' in why ? undefined : why;
  const expiresAt = endOfAccess(now, { minutes, consent });
  const { id, token } = await insertSupportAccess(cx.db, {
    accountId,
    staffId: acting.id,
    scope,
    now,
    expiresAt,
    why: 'reason' in why ? why : { grantId: why.id },
    staffTokenId: cx.actor.kind === 'staff' ? cx.actor.tokenId : undefined,
  });
  return { id, token, account: accountId, person: acting.name, scope, expires_at: expiresAt };
}
