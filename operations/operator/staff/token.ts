import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { insertStaffToken } from '@innkeeper/db/tables/staff';
import { audit } from '@innkeeper/domain/audit';
import { requireStaff } from '@innkeeper/domain/staff/find';
import * as clock from '@innkeeper/model/clock';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

/** Maximum number of valid tokens per person. */
const MAX_TOKENS = 20;

/**
 * Creates a token, which only this reply contains. Over HTTP, people can create tokens only for themselves. With the token of another
 * person, they could approve their own requests.
 *
 * Throws `validation` for `person` if a caller over HTTP names another person. Throws `wrong_state` for a person who is disabled or has the
 * maximum number of tokens.
 */
export async function tokenStaff(
  cx: OperatorCx,
  { person, name, days, networks }: OperatorInput<'tokenStaff'>,
): Promise<OperatorResult<'tokenStaff'>> {
  const { id: staffId, email, role, disabled_at } = await requireStaff(cx, person);
  const madeBy = cx.actor.kind === 'staff' ? cx.actor.id : null;
  if (madeBy !== null && madeBy !== staffId)
    throw invalid('person', `A token for another person can only be created on the host: ./innkeeper staff token ${email}`);
  if (disabled_at) throw new Failure('wrong_state', { message: `${email} is disabled. Enable this person first.` });
  const now = cx.clock.now();
  const current = await cx.db
    .selectFrom('staff_tokens')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('kind', '=', 'token')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(MAX_TOKENS)
    .execute();
  if (current.length >= MAX_TOKENS)
    throw new Failure('wrong_state', { message: `${email} already has ${MAX_TOKENS} tokens, the maximum. Revoke one first.` });
  const expiresAt = new Date(now.getTime() + clock.days(days));
  const { id, token } = await insertStaffToken(cx.db, { staffId, madeBy, name, networks, now, expiresAt });
  await audit(cx, 'tokenStaff', { kind: 'staff_token', id, accountId: null }, { staff: staffId, name, networks });
  return { id, token, email, role, expires_at: expiresAt };
}
