/** What opening an access has in common, with a consent or without one. */
import type { StaffRow } from '@innkeeper/db/tables/staff';
import { countSupportAccesses, insertSupportAccess } from '@innkeeper/db/tables/support-access';
import { Failure, invalid } from '@innkeeper/model/failures';
import { endOfAccess, type SupportScope } from '@innkeeper/model/support-access';
import type { OperatorCx } from '../context.ts';
import { requireStaff } from '../staff/find.ts';

/** Of a person at a time, over all accounts. */
const MOST = 10;

/** Over HTTP whoever asks, at the host whom the command names. Held until the transaction ends. Throws `validation`, `not_found`, and `wrong_state` for who is disabled. */
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

interface Wanted {
  accountId: number;
  acting: StaffRow;
  scope: SupportScope;
  minutes: number;
  why: { id: number; scope: SupportScope; expires_at: Date } | { reason: string };
}

/** The token is in what it returns, and nowhere again. Throws `wrong_state` for a person who has many. */
export async function newAccess(cx: OperatorCx, { accountId, acting, scope, minutes, why }: Wanted) {
  const now = cx.clock.now();
  if ((await countSupportAccesses(cx.db, acting.id, now)) >= MOST)
    throw new Failure('wrong_state', {
      message: `${acting.email} already has ${MOST} open accesses, the maximum. End one first.`,
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
