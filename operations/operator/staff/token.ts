import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { insertStaffToken } from '@innkeeper/db/tables/staff';
import { audit } from '@innkeeper/domain/audit';
import * as clock from '@innkeeper/model/clock';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { requireStaff } from './find.ts';

/** Tokens of a person that work at a time. */
const MOST = 20;

/**
 * Creates a token, which only this reply contains. Over HTTP a person can make tokens for itself alone: whoever holds the token of another person acts as
 * that person, and could approve their own requests. Throws `validation` under `person` for another person over HTTP, and `wrong_state` for a person who is
 * disabled, or has many.
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
  const held = await cx.db
    .selectFrom('staff_tokens')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('kind', '=', 'token')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(MOST)
    .execute();
  if (held.length >= MOST)
    throw new Failure('wrong_state', { message: `${email} already has ${MOST} tokens, the maximum. Revoke one first.` });
  const expiresAt = new Date(now.getTime() + clock.days(days));
  const { id, token } = await insertStaffToken(cx.db, { staffId, madeBy, name, networks, now, expiresAt });
  await audit(cx, 'tokenStaff', { kind: 'staff_token', id, accountId: null }, { staff: staffId, name, networks });
  return { id, token, email, role, expires_at: expiresAt };
}
